import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../../errors/log-entry.ts';

const patienceMs = 20_000;
const mostRestarts = 5;
const restartWindowMs = 60_000;

/**
 * Starts the server again when it ends by itself (killed by hand or for memory), and answers the function that
 * stops it for good. That may be called more than once.
 */
export function supervise(
  first: ChildProcess,
  start: () => Promise<ChildProcess>,
  log: Log,
): () => Promise<void> {
  let child = first;
  let stopping: Promise<void> | undefined;
  let restarting: Promise<void> = Promise.resolve();
  let restarts: number[] = [];

  async function restart(): Promise<void> {
    restarts = restarts.filter((at) => Date.now() - at < restartWindowMs);
    restarts.push(Date.now());
    log({
      level: 'error',
      event: 'database.ended',
      message: 'The embedded database ended by itself; starting it again',
    });
    if (restarts.length > mostRestarts) {
      log({
        level: 'error',
        event: 'database.given_up',
        message: 'It ended too often; see postgres.log in DATA_DIR',
      });
      return;
    }
    try {
      child = await start();
      watch();
    } catch (error) {
      log({ level: 'error', event: 'database.not_restarted', message: (error as Error).message });
    }
  }

  function watch(): void {
    child.once('exit', () => {
      if (!stopping) restarting = restart();
    });
    // It may have ended between being ready and being watched.
    if (hasEnded(child) && !stopping) restarting = restart();
  }

  watch();
  return () => {
    stopping ??= restarting.then(() => end(child));
    return stopping;
  };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  // Fast shutdown: sessions are ended, then everything is written.
  child.kill('SIGINT');
  const patience = new AbortController();
  const slow = wait(patienceMs, 'slow', { signal: patience.signal }).catch(() => 'ended');
  if ((await Promise.race([ended, slow])) === 'slow') {
    child.kill('SIGQUIT');
    await ended;
  }
  patience.abort();
}
