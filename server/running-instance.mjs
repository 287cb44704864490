// Which server runs on a data folder: a note that it leaves there, so that a second one and the verbs can tell.
// Plain JavaScript, because start.mjs asks before anything is installed.
import { readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    // One that ended still has its number until its parent looks, which some never do.
    return !/^[ZX]/.test(statOf(pid)[0] ?? '');
  } catch (error) {
    // Somebody else's process is alive too.
    return error.code === 'EPERM';
  }
}

/** What Linux says of a process, from its state on; nothing elsewhere. */
function statOf(pid) {
  try {
    // The name in brackets may hold spaces.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
  } catch {
    return [];
  }
}

/** When a process began, in ticks of this boot: a number may be given again, this pair is not. Linux only. */
function birthOf(pid) {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${statOf(pid)[19]}`;
  } catch {
    return undefined;
  }
}

/** What tells a folder from its copies, and from one that took its place. */
function folderOf(dataDir) {
  return `${statSync(dataDir).ino} ${realpathSync(dataDir)}`;
}

/** Leaves the note; answers the function that takes it away. */
export function noteRunning(dataDir, note) {
  const file = join(dataDir, 'running.json');
  writeFileSync(file, JSON.stringify({ ...note, birth: birthOf(note.pid), folder: folderOf(dataDir) }));
  return () => rmSync(file, { force: true });
}

/** The server that runs on this data folder, or null; a note that kill -9 left behind does not count, also when its process number lives on as another, nor one that was copied with its folder. */
export function findRunning(dataDir) {
  try {
    const { pid, siteUrl, birth, folder } = JSON.parse(readFileSync(join(dataDir, 'running.json'), 'utf8'));
    const known = Number.isInteger(pid) && typeof siteUrl === 'string';
    return known && folder === folderOf(dataDir) && isAlive(pid) && birth === birthOf(pid)
      ? { pid, siteUrl }
      : null;
  } catch {
    return null;
  }
}
