// Vitest's global set-up: all temporary files of a run are in one folder, which is removed at its end.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Workers inherit TMPDIR. They may still be ending when the folder is removed, so removal is retried. */
export default async function createRunFolder(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'run-'));
  // If this runs as root, the database's user must be able to enter the folder.
  await chmod(folder, 0o711);
  process.env['TMPDIR'] = folder;
  return () => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
}
