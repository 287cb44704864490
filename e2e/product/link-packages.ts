import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../server/project-root.ts';

const run = promisify(execFile);

/** Gives a folder the packages of this one: hard links, or copies on another disk. Caches are left out. */
export async function linkPackages(folder: string): Promise<void> {
  const from = join(projectRoot, 'node_modules');
  const to = join(folder, 'node_modules');
  try {
    await run('cp', ['-al', from, to]);
  } catch {
    await rm(to, { recursive: true, force: true });
    await run('cp', ['-a', from, to]);
  }
  for (const written of ['.fairlead', '.cache', '.vite', '.vite-temp']) {
    await rm(join(to, written), { recursive: true, force: true });
  }
}
