// Restarts the PostgreSQL process after it ends unexpectedly, with exponential backoff.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { LogWriter } from '../../errors/log-entry.ts';
import { stopPostmaster, hasProcessEnded } from './end-process.ts';

const firstPauseMs = 100;
const longestPauseMs = 30_000;
/** After running this long, a failure counts as the first one. */
const calmMs = 60_000;

/**
 * Restarts a server that ends unexpectedly (killed, disk full), as often as needed, with growing pauses. Returns the
 * function that stops it for good, which may be called more than once.
 */
export function supervisePostmaster(
  first: ChildProcess,
  start: (signal: AbortSignal) => Promise<ChildProcess>,
  log: LogWriter,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let child = first;
  let startedAt = Date.now();
  let pauseMs = 0;

  async function watch(): Promise<void> {
    for (;;) {
      if (!hasProcessEnded(child)) await once(child, 'exit', { signal }).catch(() => {});
      if (signal.aborted) return;
      if (hasProcessEnded(child)) await restart();
    }
  }

  async function restart(): Promise<void> {
    if (Date.now() - startedAt > calmMs) pauseMs = 0;
    log({
      level: 'error',
      event: 'database.ended',
      message: 'The embedded database ended by itself; starting it again',
    });
    for (const begun = Date.now(); !signal.aborted;) {
      await wait(pauseMs, undefined, { signal }).catch(() => {});
      pauseMs = Math.min(Math.max(pauseMs * 2, firstPauseMs), longestPauseMs);
      if (signal.aborted) return;
      try {
        child = await start(signal);
        startedAt = Date.now();
        log({ level: 'info', event: 'database.restarted', durationMs: startedAt - begun });
        return;
      } catch (error) {
        if (signal.aborted) return;
        const message = `${(error as Error).message}; next try in ${pauseMs / 1_000} s`;
        log({ level: 'error', event: 'database.not_restarted', message });
      }
    }
  }

  const watching = watch();
  let stopped: Promise<void> | undefined;
  return () => {
    stopping.abort();
    stopped ??= watching.then(() => stopPostmaster(child));
    return stopped;
  };
}
