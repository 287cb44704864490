import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * What the process of a function may read: the project's functions, the program that runs them, and packages. So it
 * sees neither keys nor data nor the server's own settings; it writes nothing and starts no other program.
 */
export function permissionArguments(folders: readonly string[]): string[] {
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
  return ['--permission', ...[...readable].map((path) => `--allow-fs-read=${path}`)];
}

function ancestorsOf(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...ancestorsOf(parent)];
}
