// Handles uncaught exceptions: logs those of a request, ends the process for its own.
import { isInProgramContext } from './program-context.ts';
import { describeError, flushLog, writeLog } from './write-log.ts';

/**
 * An uncaught error in the program's own work ends the process, because that work would be incomplete. An error of
 * a request or a socket is only logged, because it must not end those of everyone else.
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
    if (!isInProgramContext()) {
      writeLog({ level: 'error', event: 'request.uncaught', message });
      return;
    }
    writeLog({ level: 'error', event: 'process.failed', message });
    flushLog();
    end();
  });
}
