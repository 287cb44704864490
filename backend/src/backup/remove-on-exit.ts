import { rmSync } from 'node:fs';

/** For unfinished files of a command that is interrupted. Returns the function that keeps them. */
export function removeOnExit(path: string): () => void {
  function remove(): void {
    rmSync(path, { recursive: true, force: true });
  }
  process.once('exit', remove);
  return () => process.off('exit', remove);
}
