// Which server runs on a data folder: the file that it writes there, for a second server and for commands.
// Plain JavaScript, because start.mjs reads it before anything is installed.
import { readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    // A zombie has ended, but keeps its number until its parent reaps it, which some never do.
    return !/^[ZX]/.test(processStat(pid)[0] ?? '');
  } catch (error) {
    // Alive, and of another user.
    return error.code === 'EPERM';
  }
}

/** The fields of /proc/PID/stat from the state on; none where there is no /proc. */
function processStat(pid) {
  try {
    // The name in brackets may hold spaces.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
  } catch {
    return [];
  }
}

/** When a process started, in ticks of this boot: process numbers are reused, this pair is not. Linux only. */
function startOf(pid) {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${processStat(pid)[19]}`;
  } catch {
    return undefined;
  }
}

/** Differs for a copy of the folder, and for another folder that was moved to its path. */
function folderIdentity(dataDir) {
  return `${statSync(dataDir).ino} ${realpathSync(dataDir)}`;
}

/** Writes the file; returns the function that removes it. */
export function recordInstance(dataDir, instance) {
  const file = join(dataDir, 'running.json');
  const identity = { birth: startOf(instance.pid), folder: folderIdentity(dataDir) };
  writeFileSync(file, JSON.stringify({ ...instance, ...identity }));
  return () => rmSync(file, { force: true });
}

/**
 * The server that runs on this data folder, or null. A file that kill -9 left behind does not count, even when its
 * process number was reused, nor one that was copied with its folder.
 */
export function findInstance(dataDir) {
  try {
    const { pid, siteUrl, birth, folder } = JSON.parse(readFileSync(join(dataDir, 'running.json'), 'utf8'));
    const known = Number.isInteger(pid) && typeof siteUrl === 'string';
    return known && folder === folderIdentity(dataDir) && isAlive(pid) && birth === startOf(pid)
      ? { pid, siteUrl }
      : null;
  } catch {
    return null;
  }
}
