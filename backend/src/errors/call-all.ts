// Calls each of several functions, even after one that throws; awaits a promise within a time.
import { type LogWriter, firstStackFrame } from './log-entry.ts';

/** An error of a listener is logged: it must not break the request that the listener only observes. */
export function notifyAll<Event>(
  listeners: Iterable<(event: Event) => void>,
  event: Event,
  log: LogWriter | undefined,
): void {
  for (const listener of listeners) {
    try {
      listener(event);
    } catch (error) {
      const { name, message } = error as Error;
      const where = firstStackFrame(error as Error) || message;
      log?.({ level: 'error', event: 'listener.failed', code: name, message: where });
    }
  }
}

/** Runs every step in order, also after one that failed; then throws the error, or an AggregateError of several. */
export async function runCleanupSteps(steps: readonly (() => unknown)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new AggregateError(errors, errors.map(String).join('; '));
}

/** Settles as `work` does, or rejects once `signal` is aborted; the work is not stopped. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const reject = (): void => aborted.reject(signal.reason);
  if (signal.aborted) reject();
  signal.addEventListener('abort', reject);
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', reject);
  }
}

/** Settles as `work` does, but rejects with `tooLate()` after `ms`; the work is not stopped. */
export async function withTimeout<T>(work: Promise<T>, ms: number, tooLate: () => Error): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(tooLate()), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
