// Copies a prepared database: initdb takes a second or more of processor time, and a run of all suites needs a hundred
// databases.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { startEmbeddedServer } from '../src/database/embedded-server.ts';
import { pristineFolder } from './target.ts';

const run = promisify(execFile);

/** Copies a database that was never used; outside of `npm test` leaves the folder empty. */
export async function fillWithPristine(dataDir: string): Promise<void> {
  const pristine = pristineFolder();
  if (pristine === undefined) return;
  if (!existsSync(pristine)) await makePristine(pristine);
  const note = await readFile(join(pristine, 'database.json'), 'utf8');
  // A database outside of the folder cannot be copied with it.
  if (note.includes('"home"')) return;
  // -a keeps the owner, because the files belong to the database's own user.
  await run('cp', ['-a', join(pristine, 'database.json'), join(pristine, 'postgres'), dataDir]);
}

/** Renamed once complete; of two concurrent ones the first is kept. */
async function makePristine(pristine: string): Promise<void> {
  const making = await mkdtemp(join(dirname(pristine), 'making-'));
  await chmod(making, 0o711);
  const server = await startEmbeddedServer({ dataDir: making, settings: { fsync: 'off' } });
  await server.stop();
  try {
    await rename(making, pristine);
  } catch (error) {
    await rm(making, { recursive: true, force: true });
    if (!existsSync(pristine)) throw error;
  }
}
