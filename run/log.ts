import type { LogEntry } from '@fairlead/backend/errors/log-entry.ts';

/** One JSON line an event, on standard error; answered requests are news only when they failed on our side. */
export function writeLog(entry: LogEntry): void {
  if (entry.level === 'info' && entry.event === 'request.answered') return;
  process.stderr.write(`${JSON.stringify({ at: new Date().toISOString(), ...entry })}\n`);
}

const steps = new Set(['migration.applied', 'seed.applied']);

/** The same without the steps of a first start: they are many, nothing is wrong, and announce.ts sums them up. */
export function writeLogForPeople(entry: LogEntry): void {
  if (entry.level !== 'info' || !steps.has(entry.event)) writeLog(entry);
}
