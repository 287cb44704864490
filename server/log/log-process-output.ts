import { inspect } from 'node:util';
import { describeError } from './describe-error.ts';
import { writeLog } from './write-log.ts';

const levels = {
  error: 'error',
  warn: 'warn',
  info: 'info',
  log: 'info',
  debug: 'info',
  trace: 'info',
} as const;

/** For the console and Node's warnings. */
export function logProcessOutput(): void {
  for (const [name, level] of Object.entries(levels)) {
    console[name as keyof typeof levels] = (...parts: unknown[]) =>
      writeLog({ level, event: `console.${name}`, message: describe(parts) });
  }
  // Node's own listener prints plain text.
  process.removeAllListeners('warning');
  process.on('warning', (warning) =>
    writeLog({ level: 'warn', event: 'process.warning', message: warning.message }),
  );
}

function describe(parts: unknown[]): string {
  return parts.map(describePart).join(' ');
}

function describePart(part: unknown): string {
  if (typeof part === 'string') return part;
  if (!(part instanceof Error))
    return inspect(part, { depth: 1, breakLength: Infinity, maxStringLength: 200 });
  return describeError(part);
}
