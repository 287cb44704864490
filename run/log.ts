import type { LogEntry } from '@fairlead/backend/errors/log-entry.ts';

const steps = new Set(['migration.applied', 'seed.applied']);

/**
 * One JSON line an event, on standard error; answered requests are news only when they failed on our side. On a
 * person's terminal the steps of a first start are not: they are many, and nothing is wrong.
 */
export function writeLog(entry: LogEntry): void {
  if (entry.level === 'info' && entry.event === 'request.answered') return;
  if (entry.level === 'info' && steps.has(entry.event) && process.stderr.isTTY) return;
  process.stderr.write(`${JSON.stringify({ at: new Date().toISOString(), ...entry })}\n`);
}
