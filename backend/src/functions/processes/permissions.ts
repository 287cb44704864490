import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What the process of a function may read: the project's functions, the program that runs them, and packages. */
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
 * What Node lets the process of a function do: read these paths and nothing else, so neither keys nor data nor the
 * server's own settings; it writes nothing and starts no other program. What Node's permission model leaves open is
 * closed by a flag here or in worker/harden-process.ts.
 */
export function permissionArguments(paths: readonly string[]): string[] {
  return [
    '--permission',
    // SQLite opens files past the permission model.
    '--no-experimental-sqlite',
    '--disable-sigusr1',
    ...paths.map((path) => `--allow-fs-read=${path}`),
  ];
}

function ancestorsOf(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...ancestorsOf(parent)];
}
