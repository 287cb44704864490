import { readdir, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const bootMs = 3_600_000;

/** Removes the folders of functions whose server was killed. A function that lives answers at its socket. */
export async function sweepFunctionFolders(folder = tmpdir()): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (/^function-\w{6}$/.test(name) && (await isAbandoned(path)))
      // Another user's stays.
      await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}

async function isAbandoned(path: string): Promise<boolean> {
  try {
    const entries = await readdir(path);
    // One that has no socket yet is starting.
    if (entries.length === 0) return Date.now() - (await stat(path)).mtimeMs > bootMs;
    return entries.length === 1 && entries[0] === 's' && (await isRefused(join(path, 's')));
  } catch {
    return false;
  }
}

function isRefused(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    socket.once('connect', () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'));
  });
}
