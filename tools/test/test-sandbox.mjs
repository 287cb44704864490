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

/** `folder` is the tests' TMPDIR; `clear` kills the processes that use it and removes it. */
export function openSandbox() {
  const folder = mkdtempSync(join(temporaryParent(), 'fairlead-test-'));
  // If this runs as root, databases run as another user.
  chmodSync(folder, 0o711);
  function clear() {
    const deadline = Date.now() + timeoutMs;
    while (killProcesses(folder) > 0 && Date.now() < deadline) Atomics.wait(pause, 0, 0, 50);
    removeOutsideClusters(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
  }
  return { folder, clear };
}

const memory = '/dev/shm';
const neededBytes = 4e9;

/** A folder in memory if there is enough, because databases that exist for seconds need no disk. */
function temporaryParent() {
  try {
    accessSync(memory, constants.W_OK | constants.X_OK);
    // Programs are copied into data folders.
    const mayExecute = !new RegExp(`^\\S+ ${memory} \\S+ \\S*\\bnoexec\\b`, 'm').test(read('/proc/mounts'));
    const { bavail, bsize } = statfsSync(memory);
    return mayExecute && bavail * bsize > neededBytes ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

const timeoutMs = 5_000;
const pause = new Int32Array(new SharedArrayBuffer(4));

/** Databases have the folder in their command, others in their environment. Returns how many were still running. */
function killProcesses(folder) {
  if (!existsSync('/proc/self/environ')) return 0;
  let left = 0;
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid) || pid === String(process.pid)) continue;
    const isDatabase = read(join('/proc', pid, 'cmdline')).includes(`${folder}/`);
    if (!isDatabase && !read(join('/proc', pid, 'environ')).includes(`TMPDIR=${folder}\0`)) continue;
    left += 1;
    try {
      // SIGQUIT makes a database end its child processes at once.
      process.kill(Number(pid), isDatabase ? 'SIGQUIT' : 'SIGKILL');
    } catch {
      // The process has already ended.
    }
  }
  return left;
}

/** If this runs as root, a data folder that its database may not enter has its cluster under /var/lib. */
function removeOutsideClusters(folder) {
  const names = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('database.json'));
  for (const name of names) {
    const cluster = /"home":"([^"]+)"/.exec(read(join(folder, name)))?.[1];
    if (cluster?.startsWith('/var/lib/fairlead/')) rmSync(cluster, { recursive: true, force: true });
  }
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
