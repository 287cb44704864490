import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Also checks that it can be written. One level at a time: Node's recursive mkdir reports ENOENT on a read-only file
 * system.
 */
export function makeFolder(path: string, mode: number): void {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) {
    const parent = dirname(path);
    if (statSync(parent, { throwIfNoEntry: false }) === undefined) makeFolder(parent, 0o755);
    mkdirSync(path, { mode });
  } else if (!stat.isDirectory()) {
    throw Object.assign(new Error(`${path} is not a folder`), { code: 'EEXIST' });
  }
  accessSync(path, constants.W_OK | constants.X_OK);
}
