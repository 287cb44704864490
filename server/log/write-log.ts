import type { LogEntry } from '@fairlead/backend/errors/log-entry.ts';
import { hideSecrets } from './hide-secrets.ts';
import { createRepeatCounter } from './repeat-counter.ts';
import { writeLine } from './write-line.ts';

const maxMessageLength = 1_000;

function writeEntry(entry: LogEntry): void {
  const { message } = entry;
  const isLong = message !== undefined && message.length > maxMessageLength;
  const line = isLong ? { ...entry, message: `${message.slice(0, maxMessageLength)}…` } : entry;
  writeLine(hideSecrets(JSON.stringify({ at: new Date().toISOString(), ...line })));
}

const repeats = createRepeatCounter(writeEntry);

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
  if (level === 'info' && !countedEvents.has(event)) writeEntry(entry);
  else repeats.log(entry);
}

const setupEvents = new Set(['migration.applied', 'seed.applied']);

/** Omits the many steps of a first start, which the banner sums up. */
export function writeLogWithoutSetup(entry: LogEntry): void {
  if (entry.level !== 'info' || !setupEvents.has(entry.event)) writeLog(entry);
}
