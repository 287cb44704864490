// Locates cluster, binaries, socket folder of the embedded database; chooses the Unix account that runs it.
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  readFileSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { PermanentStartupError } from '../../errors/startup-error.ts';
import type { PostgresBinaries } from './binaries.ts';
import { clusterMetadataFile, readClusterMetadata, writeClusterMetadata } from './cluster-metadata.ts';
import { relocatedClusterRoot, findClusterWithoutMetadata, isClusterOfAnotherFolder } from './ownership.ts';
import { spawnSync } from 'node:child_process';

/** Undefined means the user of this process. */
interface UnixAccount {
  uid: number;
  gid: number;
}

export interface ClusterLocation {
  dataDir: string;
  /** DATA_DIR, or a folder under /var/lib when the database's user cannot enter that. */
  folder: string;
  cluster: string;
  binaries: string;
  socketFolder: string;
  log: string;
  password: string;
  account: UnixAccount | undefined;
}

// sun_path has 108 bytes including the terminating zero.
const longestSocketPath = 107;

/** Chooses where cluster, binaries and socket are, and stores that with the password in DATA_DIR (0600). */
export function prepareClusterDirectory(dataDir: string, installed: PostgresBinaries): ClusterLocation {
  const metadata = readClusterMetadata(dataDir);
  const account = chooseAccount(join(metadata?.home ?? dataDir, 'postgres'));
  const folder = metadata ? (metadata.home ?? dataDir) : makeDirectory(dataDir, account);
  if (metadata && !existsSync(folder)) {
    throw new PermanentStartupError(
      `The database of ${dataDir} lived in ${folder}, which is gone: bring it back, or start with an empty DATA_DIR`,
    );
  }
  if (metadata && !canEnter(account, folder)) {
    throw new PermanentStartupError(
      `User id ${account?.uid} cannot enter ${folder}, where the database lives: start as the user who began it, or make the path enterable`,
    );
  }
  const password = metadata?.password ?? randomBytes(24).toString('base64url');
  if (!metadata)
    writeClusterMetadata(dataDir, folder === dataDir ? { password } : { password, home: folder });
  return {
    dataDir,
    folder,
    cluster: join(folder, 'postgres'),
    binaries: ensureReachableBinaries(folder, installed, account),
    socketFolder: makeSocketFolder(folder, account),
    log: join(dataDir, 'postgres.log'),
    password,
    account,
  };
}

/** A random name: a DATA_DIR that was moved away still owns the folder made for it. */
function makeDirectory(dataDir: string, account: UnixAccount | undefined): string {
  if (canEnter(account, dataDir)) return dataDir;
  const lost = findClusterWithoutMetadata(dataDir);
  if (lost !== undefined) {
    throw new PermanentStartupError(
      `${lost} holds the database of ${dataDir}, but ${clusterMetadataFile(dataDir)} with its password is gone: restore that file from a backup, or set DATA_DIR to an empty folder`,
    );
  }
  const folder = join(relocatedClusterRoot, randomBytes(8).toString('hex'));
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  return folder;
}

/** Copies the binaries when the account cannot reach the installed ones. */
export function ensureReachableBinaries(
  folder: string,
  installed: PostgresBinaries,
  account: UnixAccount | undefined,
): string {
  if (canEnter(account, join(installed.folder, 'bin'))) return installed.folder;
  const copy = join(folder, `postgres-binaries-${installed.version}`);
  if (!existsSync(copy)) {
    rmSync(`${copy}.new`, { recursive: true, force: true });
    try {
      cpSync(installed.folder, `${copy}.new`, { recursive: true, verbatimSymlinks: true });
    } catch (error) {
      // An incomplete copy would keep a full disk full.
      rmSync(`${copy}.new`, { recursive: true, force: true });
      throw error;
    }
    renameSync(`${copy}.new`, copy);
  }
  return copy;
}

function socketPath(folder: string): string {
  const near = join(folder, 'socket');
  if (Buffer.byteLength(join(near, '.s.PGSQL.65535')) <= longestSocketPath) return near;
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 12);
  return join('/tmp', `fairlead-${process.getuid?.() ?? 0}-${hash}`);
}

function makeSocketFolder(folder: string, account: UnixAccount | undefined): string {
  const socket = socketPath(folder);
  const near = socket.startsWith(folder);
  // In /tmp another user could have created the name first: then mkdir must fail.
  if (!near) rmSync(socket, { recursive: true, force: true });
  mkdirSync(socket, { recursive: near, mode: 0o700 });
  chmodSync(socket, 0o700);
  if (account) chownSync(socket, account.uid, account.gid);
  return socket;
}

/** Changes nothing. Undefined before the first start, and for a copy of the folder that owns the cluster. */
export function readClusterDirectory(
  dataDir: string,
): Pick<ClusterLocation, 'cluster' | 'socketFolder' | 'password'> | undefined {
  const metadata = readClusterMetadata(dataDir);
  if (metadata === undefined || isClusterOfAnotherFolder(dataDir)) return undefined;
  const folder = metadata.home ?? dataDir;
  return { cluster: join(folder, 'postgres'), socketFolder: socketPath(folder), password: metadata.password };
}

const nobody: UnixAccount = { uid: 65534, gid: 65534 };

/** PostgreSQL refuses to run as root. For root, returns the owner of an existing cluster, else uid 65534. */
function chooseAccount(cluster: string | undefined): UnixAccount | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const stat = cluster === undefined ? undefined : statSync(cluster, { throwIfNoEntry: false });
  const account = stat && stat.uid !== 0 ? { uid: stat.uid, gid: stat.gid } : nobody;
  if (!isInPasswd(account.uid)) {
    throw new PermanentStartupError(
      `As root, the embedded database runs as user id ${account.uid}, which /etc/passwd does not have: add it, start as an ordinary user, or set DATABASE_URL`,
    );
  }
  return account;
}

function isInPasswd(uid: number): boolean {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  return lines.some((line) => line.split(':')[2] === String(uid));
}

/** Tries it, because mode bits do not reveal all rules of the kernel. */
function canEnter(account: UnixAccount | undefined, folder: string): boolean {
  if (account === undefined) return true;
  const result = spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], {
    ...account,
    cwd: '/',
    stdio: 'ignore',
  });
  return result.status === 0;
}
