import type { ChildProcess } from 'node:child_process';

/** Our process may end first: by a signal during the start, or an uncaught error. */
export function killOnExit(child: ChildProcess, signal: NodeJS.Signals): void {
  function kill(): void {
    child.kill(signal);
  }
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
}
