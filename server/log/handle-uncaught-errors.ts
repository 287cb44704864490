// Handles uncaught exceptions: logs those of a request, ends the process for its own.
import { isProgramWork } from '../program-work.ts';
import { describeError, flushLog, writeLog } from './write-log.ts';

/**
 * An error that nothing caught ends the process where it is the program's own work, which would be left half done. One
 * of a request or a socket is logged: it must not end those of everyone else.
 */
export function handleUncaughtErrors({
  end,
  printsStack = false,
}: {
  end: () => void;
  printsStack?: boolean;
}): void {
  process.on('uncaughtException', (error) => {
    if (printsStack) console.error(error);
    const message = describeError(error);
    if (!isProgramWork()) {
      writeLog({ level: 'error', event: 'request.uncaught', message });
      return;
    }
    writeLog({ level: 'error', event: 'process.failed', message });
    flushLog();
    end();
  });
}
