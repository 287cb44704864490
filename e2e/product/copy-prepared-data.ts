// Copies a prepared data folder: migrations and sample content take 1.2 s of processor time, and forty products of the
// tests start with the same.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { fillWithPristine } from '@fairlead/backend/testing';
import { pristineFolder } from '@fairlead/backend/testing/target';

const run = promisify(execFile);

type Start = (dataDir: string) => Promise<{ stop: () => Promise<void> }>;

/** Fills an empty data folder with that of a product that was started once; outside of `npm test` leaves it empty. */
export async function copyPreparedData(dataDir: string, start: Start): Promise<void> {
  const pristine = pristineFolder();
  if (pristine === undefined) return;
  const prepared = `${pristine}-product`;
  if (!existsSync(prepared)) await prepare(prepared, start);
  const cluster = await readFile(join(prepared, 'database.json'), 'utf8');
  // A database outside of the folder cannot be copied with it.
  if (!cluster.includes('"home"')) await run('cp', ['-a', `${prepared}/.`, dataDir]);
}

/** Renamed once complete; if two tests create one at once, the first is kept. */
async function prepare(prepared: string, start: Start): Promise<void> {
  const making = await mkdtemp(join(dirname(prepared), 'making-'));
  await chmod(making, 0o711);
  await fillWithPristine(making);
  const product = await start(making);
  await product.stop();
  try {
    await rename(making, prepared);
  } catch (error) {
    await rm(making, { recursive: true, force: true });
    if (!existsSync(prepared)) throw error;
  }
}
