// A temporary folder for a run of all suites, and the end of everything that was started with it.
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** `folder` is to be TMPDIR of what runs; `clear` ends what still runs with it and removes it. */
export function openSandbox() {
  const folder = mkdtempSync(join(roomForFiles(), 'fairlead-test-'));
  // As root, databases run as another user, who must be able to pass.
  chmodSync(folder, 0o711);
  function clear() {
    const until = Date.now() + patienceMs;
    while (endProcesses(folder) > 0 && Date.now() < until) Atomics.wait(pause, 0, 0, 50);
    removeHomes(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
  }
  return { folder, clear };
}

const memory = '/dev/shm';
const roomBytes = 4e9;

/** Databases that live for seconds need no disk: a file system in memory, where there is one with room enough. */
function roomForFiles() {
  try {
    accessSync(memory, constants.W_OK | constants.X_OK);
    // Programs are copied into data folders as well.
    const mayRun = !new RegExp(`^\\S+ ${memory} \\S+ \\S*\\bnoexec\\b`, 'm').test(read('/proc/mounts'));
    const { bavail, bsize } = statfsSync(memory);
    return mayRun && bavail * bsize > roomBytes ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

const patienceMs = 5_000;
const pause = new Int32Array(new SharedArrayBuffer(4));

/** Databases name the folder in their command, all else has it from us in the environment. Answers how many are left. */
function endProcesses(folder) {
  if (!existsSync('/proc/self/environ')) return 0;
  let left = 0;
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid) || pid === String(process.pid)) continue;
    const isDatabase = read(join('/proc', pid, 'cmdline')).includes(`${folder}/`);
    if (!isDatabase && !read(join('/proc', pid, 'environ')).includes(`TMPDIR=${folder}\0`)) continue;
    left += 1;
    try {
      // A database told to quit at once ends its own processes.
      process.kill(Number(pid), isDatabase ? 'SIGQUIT' : 'SIGKILL');
    } catch {
      // It ended by itself meanwhile.
    }
  }
  return left;
}

/** As root, a data folder that its database may not enter has its database under /var/lib. */
function removeHomes(folder) {
  const names = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('database.json'));
  for (const name of names) {
    const home = /"home":"([^"]+)"/.exec(read(join(folder, name)))?.[1];
    if (home?.startsWith('/var/lib/fairlead/')) rmSync(home, { recursive: true, force: true });
  }
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
