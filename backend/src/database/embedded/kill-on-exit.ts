import type { ChildProcess } from 'node:child_process';

/** When our process ends while a child still runs (a signal during the start, an uncaught error), the child is told. */
export function killOnExit(child: ChildProcess, signal: NodeJS.Signals): void {
  function kill(): void {
    child.kill(signal);
  }
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
}
