import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The project's functions, the program that runs them, and packages. */
export function readablePaths(folders: readonly string[]): string[] {
  const readable = new Set<string>();
  for (const folder of folders) {
    readable.add(folder);
    for (const ancestor of ancestorsOf(realpathSync(folder))) {
      for (const name of ['node_modules', 'package.json']) {
        const path = join(ancestor, name);
        if (existsSync(path)) readable.add(path);
      }
    }
    readable.add(realpathSync(folder));
  }
  return [...readable];
}

/**
 * Reads these paths only (no keys, data or configuration), writes nothing and starts no program. A flag here or
 * worker/harden-process.ts closes the gaps of Node's permission model.
 */
export function permissionArguments(paths: readonly string[]): string[] {
  return [
    '--permission',
    // SQLite bypasses the permission model.
    '--no-experimental-sqlite',
    '--disable-sigusr1',
    ...paths.map((path) => `--allow-fs-read=${path}`),
  ];
}

function ancestorsOf(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...ancestorsOf(parent)];
}
