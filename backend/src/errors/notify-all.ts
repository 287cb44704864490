import type { Log } from './log-entry.ts';

/** A listener that throws is logged: it must not break the request that it only observes. */
export function notifyAll<Event>(
  listeners: Iterable<(event: Event) => void>,
  event: Event,
  log: Log | undefined,
): void {
  for (const listener of listeners) {
    try {
      listener(event);
    } catch (error) {
      const { name, message, stack } = error as Error;
      const frame = stack?.split('\n').find((line) => line.trimStart().startsWith('at '));
      log?.({ level: 'error', event: 'listener.failed', code: name, message: frame?.trim() ?? message });
    }
  }
}
