// Starts the process of a function in its own folder.
import { spawn, type ChildProcess } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, existsSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import type { FunctionLimits } from '../config.ts';
import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';

export interface FunctionSpawnOptions {
  entry: string;
  folder: string;
  environment: Record<string, string>;
  limits: FunctionLimits;
}

export interface SpawnedFunctionProcess {
  child: ChildProcess;
  privateFolder: string;
  socketPath: string;
}

const programFolder = join(import.meta.dirname, '../worker');
// In the npm package it is JavaScript.
const program = join(programFolder, `main${extname(import.meta.filename)}`);
/** Stops an endless loop that no other limit stops. */
const maxCpuSeconds = 1_800;
/** Reserved by V8 at its start without use, but counted by RLIMIT_DATA: measured 530 MiB on x64. */
const reservedMib = 560;

export function spawnFunctionProcess({
  entry,
  folder,
  environment,
  limits,
}: FunctionSpawnOptions): SpawnedFunctionProcess {
  // A private folder, because a user who can access the socket can call the function without a key.
  const privateFolder = mkdtempSync(join(tmpdir(), 'function-'));
  const socketPath = join(privateFolder, 's');
  const user = functionUserId(entry);
  if (user !== undefined) chownSync(privateFolder, user, user);
  const paths = readablePaths([folder, programFolder]);
  const node = [
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    ...permissionArguments(paths),
    program,
    entry,
    socketPath,
  ];
  const shell = ['-c', launcher(limits.memoryMib, user), 'sh'];
  const needed = [process.execPath, program, entry, privateFolder, ...paths];
  const child = spawn('/bin/sh', [...shell, String(needed.length), ...needed, ...node], {
    cwd: folder,
    env: environment,
    // The fourth is for the heartbeat. Node's IPC channel is not used: a function that writes Node's internal messages
    // to it crashes this process.
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    // A separate process group: Ctrl+C must reach this process first, so that calls end before their function.
    detached: true,
  });
  return { child, privateFolder, socketPath };
}

/**
 * Limits memory (RLIMIT_DATA: buffers as well as V8's heap) and processor time, then runs the command. With setpriv
 * (util-linux) the kernel ends the process together with its server, even after kill -9 and inside a loop. If the
 * server is root, the function runs as a separate user, which owns nothing and can signal no other process. If that
 * user cannot reach what the function needs (a clone under /root), CAP_DAC_READ_SEARCH lets it read all files, but
 * write none. Arguments: the number of needed paths, the paths, the command.
 */
function launcher(memoryMib: number, user: number | undefined): string {
  return `
    ulimit -d ${(reservedMib + memoryMib) * 1024} 2>/dev/null
    ulimit -t ${maxCpuSeconds} 2>/dev/null
    ulimit -c 0 2>/dev/null
    count=$1; shift
    as=${user === undefined ? '' : `"--reuid ${user} --regid ${user} --clear-groups --no-new-privs"`}
    none="--inh-caps=-all --bounding-set=-all"
    read="--inh-caps=-all,+dac_read_search --ambient-caps=-all,+dac_read_search --bounding-set=-all,+dac_read_search"
    if [ -n "$as" ]; then
      if setpriv $as $none true 2>/dev/null; then
        if setpriv $as $none /bin/sh -c '
          count=$1; shift
          while [ $count -gt 0 ]; do
            [ -r "$1" ] && { [ ! -d "$1" ] || [ -x "$1" ]; } || exit 1
            count=$((count - 1)); shift
          done' sh $count "$@"; then as="$as $none"; else as="$as $read"; fi
      else
        echo "runs as root: this system does not let it have a user of its own" >&2
        as=
      fi
    fi
    while [ $count -gt 0 ]; do count=$((count - 1)); shift; done
    if setpriv $as --pdeathsig KILL true 2>/dev/null; then exec setpriv $as --pdeathsig KILL "$@"; fi
    exec "$@"`;
}

/** The range of systemd's dynamic users, to which no file and no account belongs. */
const firstId = 61_184;
const lastId = 65_519;

/**
 * If the server is root, each function always runs as the same unprivileged user, chosen by a hash of its path: it
 * can neither signal the server, its database or functions that run as other users nor read their files. Undefined:
 * the server's own user.
 */
function functionUserId(entry: string): number | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const taken = new Set(
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => Number(line.split(':')[2])),
  );
  const count = lastId - firstId + 1;
  const start = createHash('sha256').update(entry).digest().readUInt32BE() % count;
  for (let step = 0; step < count; step++) {
    const id = firstId + ((start + step) % count);
    if (!taken.has(id)) return id;
  }
  return undefined;
}

/** Paths of the project's functions, the program that runs them, and packages. */
function readablePaths(folders: readonly string[]): string[] {
  const readable = new Set<string>();
  for (const folder of folders) {
    readable.add(folder);
    for (const ancestor of ancestorsOf(realpathSync(folder))) {
      for (const name of ['node_modules', 'package.json']) {
        const path = join(ancestor, name);
        if (existsSync(path)) readable.add(path);
      }
    }
    readable.add(realpathSync(folder));
  }
  return [...readable];
}

/**
 * Lets the process read only these paths (no keys, data or configuration), write nothing and start no program. A flag
 * here or worker/main.ts closes the gaps of Node's permission model.
 */
function permissionArguments(paths: readonly string[]): string[] {
  return [
    '--permission',
    // SQLite bypasses the permission model.
    '--no-experimental-sqlite',
    '--disable-sigusr1',
    ...paths.map((path) => `--allow-fs-read=${path}`),
  ];
}

function ancestorsOf(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...ancestorsOf(parent)];
}

const bootMs = 3_600_000;

/** Removes the folders of functions whose server was killed. A running function accepts connections on its socket. */
export async function deleteOrphanedFunctionFolders(folder = tmpdir()): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (/^function-\w{6}$/.test(name) && (await isAbandoned(path)))
      // Fails for a folder of another user, which stays.
      await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}

async function isAbandoned(path: string): Promise<boolean> {
  try {
    const entries = await readdir(path);
    // A folder without a socket may belong to a function that is starting.
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
