import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

const patienceMs = 20_000;

/** Answers the function that stops a server; it may be called more than once. */
export function stopServer(child: ChildProcess, afterwards: () => void): () => Promise<void> {
  function stopOnExit(): void {
    child.kill('SIGINT');
  }
  // When our process ends without stopping it (an uncaught error), the server still gets its signal.
  process.once('exit', stopOnExit);
  let stopping: Promise<void> | undefined;
  return () =>
    (stopping ??= stop(child).finally(() => {
      process.off('exit', stopOnExit);
      afterwards();
    }));
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
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
