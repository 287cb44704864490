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

/** When a process began, in ticks of this boot: a number may be given again, this pair is not. Linux only. */
function birthOf(pid) {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    // The name in brackets may hold spaces; the 22nd field is the 20th after it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
    return `${boot} ${fields[19]}`;
  } catch {
    return undefined;
  }
}

/** Leaves the note; answers the function that takes it away. */
export function noteRunning(dataDir, note) {
  const file = join(dataDir, 'running.json');
  writeFileSync(file, JSON.stringify({ ...note, birth: birthOf(note.pid) }));
  return () => rmSync(file, { force: true });
}

/** The server that runs on this data folder, or null; a note that kill -9 left behind does not count, also when its process number lives on as another. */
export function findRunning(dataDir) {
  try {
    const { pid, siteUrl, birth } = JSON.parse(readFileSync(join(dataDir, 'running.json'), 'utf8'));
    const known = Number.isInteger(pid) && typeof siteUrl === 'string';
    return known && isAlive(pid) && birth === birthOf(pid) ? { pid, siteUrl } : null;
  } catch {
    return null;
  }
}
