// The file in a data folder that names the server running on it. Plain JavaScript, because start.mjs reads it before
// anything is installed.
import { readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    // A zombie keeps its process id until its parent reaps it, which some parents never do.
    return !/^[ZX]/.test(processStat(pid)[0] ?? '');
  } catch (error) {
    // The process exists, and belongs to another user.
    return error.code === 'EPERM';
  }
}

/** The fields of /proc/PID/stat from the state on; empty without /proc. */
function processStat(pid) {
  try {
    // The name in brackets may contain spaces.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
  } catch {
    return [];
  }
}

/** Process ids are reused; boot and start time (in ticks) are not. Linux only. */
function startOf(pid) {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${processStat(pid)[19]}`;
  } catch {
    return undefined;
  }
}

/** Has another value for a copy of the folder, and for another one moved to its path. */
function folderIdentity(dataDir) {
  return `${statSync(dataDir).ino} ${realpathSync(dataDir)}`;
}

/** Returns the function that removes the file. */
export function recordRunningInstance(dataDir, instance) {
  const file = join(dataDir, 'running.json');
  const identity = { birth: startOf(instance.pid), folder: folderIdentity(dataDir) };
  writeFileSync(file, JSON.stringify({ ...instance, ...identity }));
  return () => rmSync(file, { force: true });
}

/** Ignores a file that kill -9 left behind, even if its process id was reused, and one that was copied. */
export function findRunningInstance(dataDir) {
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
