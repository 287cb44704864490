import type { LogEntry } from '@fairlead/backend/errors/log-entry.ts';
import { hideSecrets } from './hide-secrets.ts';
import { createRepeats } from './repeat-counter.ts';

const longestMessage = 1_000;

function writeLine(entry: LogEntry): void {
  const { message } = entry;
  const short = message !== undefined && message.length > longestMessage;
  const kept = short ? { ...entry, message: `${message.slice(0, longestMessage)}…` } : entry;
  process.stderr.write(`${hideSecrets(JSON.stringify({ at: new Date().toISOString(), ...kept }))}\n`);
}

const repeats = createRepeats(writeLine);

/** Before the process ends. */
export const flushLog = repeats.flush;

/** What others can repeat at will; other news, such as a sign-in, is a line each time. */
const counted = new Set(['key.used', 'function.printed']);

function isEvent({ level, event }: LogEntry): boolean {
  return level === 'info' && !counted.has(event);
}

let isTroubleOnly = false;

/** For a command whose output is for people: the server that runs writes the news. */
export function logTroubleOnly(): void {
  isTroubleOnly = true;
}

/** One JSON line an event, on standard error; answered requests are news only when they failed on our side. */
export function writeLog(entry: LogEntry): void {
  if (entry.level === 'info' && (isTroubleOnly || entry.event === 'request.answered')) return;
  if (isEvent(entry)) writeLine(entry);
  else repeats.note(entry);
}

const steps = new Set(['migration.applied', 'seed.applied']);

/** The same without the steps of a first start: they are many, nothing is wrong, and announce.ts sums them up. */
export function writeLogForPeople(entry: LogEntry): void {
  if (entry.level !== 'info' || !steps.has(entry.event)) writeLog(entry);
}
