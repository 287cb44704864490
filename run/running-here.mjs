// Which server runs on a data folder: a note that it leaves there, so that a second one and the verbs can tell.
// Plain JavaScript, because start.mjs asks before anything is installed.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process is alive too.
    return error.code === 'EPERM';
  }
}

/** Leaves the note; answers the function that takes it away. */
export function noteRunning(dataDir, note) {
  const file = join(dataDir, 'running.json');
  writeFileSync(file, JSON.stringify(note));
  return () => rmSync(file, { force: true });
}

/** The server that runs on this data folder, or null; a note that kill -9 left behind does not count. */
export function findRunning(dataDir) {
  try {
    const { pid, siteUrl } = JSON.parse(readFileSync(join(dataDir, 'running.json'), 'utf8'));
    return Number.isInteger(pid) && typeof siteUrl === 'string' && isAlive(pid) ? { pid, siteUrl } : null;
  } catch {
    return null;
  }
}
