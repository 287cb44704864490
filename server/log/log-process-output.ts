import { inspect } from 'node:util';
import { flushLog, writeLog } from './write-log.ts';

const levels = {
  error: 'error',
  warn: 'warn',
  info: 'info',
  log: 'info',
  debug: 'info',
  trace: 'info',
} as const;

/** For the console, Node's warnings, and an uncaught error, after which `end` is called. */
export function logProcessOutput(end: () => void): void {
  for (const [name, level] of Object.entries(levels)) {
    console[name as keyof typeof levels] = (...parts: unknown[]) =>
      writeLog({ level, event: `console.${name}`, message: describe(parts) });
  }
  // Node's own listener prints plain text.
  process.removeAllListeners('warning');
  process.on('warning', (warning) =>
    writeLog({ level: 'warn', event: 'process.warning', message: warning.message }),
  );
  process.on('uncaughtException', (error) => {
    writeLog({ level: 'error', event: 'process.failed', message: describe([error]) });
    flushLog();
    end();
  });
}

function describe(parts: unknown[]): string {
  return parts.map(describePart).join(' ');
}

/** Of an error only the first line and our place: the rest may quote a visitor. */
function describePart(part: unknown): string {
  if (typeof part === 'string') return part;
  if (!(part instanceof Error))
    return inspect(part, { depth: 1, breakLength: Infinity, maxStringLength: 200 });
  const frames = part.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  const own = frames.find((line) => !/node_modules|node:/.test(line)) ?? frames[0];
  const [first = ''] = part.message.split('\n');
  return [`${part.name}: ${first}`, own?.trim()].filter(Boolean).join(' ');
}
