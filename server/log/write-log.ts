import type { LogEntry } from '@fairlead/backend/errors/log-entry.ts';
import { hideSecrets } from './hide-secrets.ts';
import { createRepeatCounter } from './repeat-counter.ts';

const maxMessageLength = 1_000;

function writeLine(entry: LogEntry): void {
  const { message } = entry;
  const isLong = message !== undefined && message.length > maxMessageLength;
  const line = isLong ? { ...entry, message: `${message.slice(0, maxMessageLength)}…` } : entry;
  process.stderr.write(`${hideSecrets(JSON.stringify({ at: new Date().toISOString(), ...line }))}\n`);
}

const repeats = createRepeatCounter(writeLine);

/** Writes what is still counted. Call before exit. */
export const flushLog = repeats.flush;

/** Events that callers can repeat at will. */
const countedEvents = new Set(['key.used', 'function.printed']);

let omitsInfo = false;

/** For a command: the running server logs the events. */
export function logProblemsOnly(): void {
  omitsInfo = true;
}

/** One JSON line on standard error. A request is logged only when it failed on our side. */
export function writeLog(entry: LogEntry): void {
  const { level, event } = entry;
  if (level === 'info' && (omitsInfo || event === 'request.completed')) return;
  if (level === 'info' && !countedEvents.has(event)) writeLine(entry);
  else repeats.log(entry);
}

const setupEvents = new Set(['migration.applied', 'seed.applied']);

/** Omits the many steps of a first start, which the banner sums up. */
export function writeLogWithoutSetup(entry: LogEntry): void {
  if (entry.level !== 'info' || !setupEvents.has(entry.event)) writeLog(entry);
}
