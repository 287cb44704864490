import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

/** After this an immediate shutdown ends it. */
export const stopTimeoutMs = 20_000;

export function hasEnded(child: ChildProcess): boolean {
  // Without a pid it never began.
  return child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
}

/** Fast shutdown: ends the sessions and waits until everything is written; after the limit, immediate shutdown. */
export async function endPostmaster(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  const timeout = new AbortController();
  const slow = wait(stopTimeoutMs, 'slow', { signal: timeout.signal }).catch(() => 'ended');
  if ((await Promise.race([ended, slow])) === 'slow') {
    child.kill('SIGQUIT');
    await ended;
  }
  timeout.abort();
}
