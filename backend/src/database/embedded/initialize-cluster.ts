// Runs initdb, which creates a cluster or syncs one to the disk.
import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { StartupError } from '../../errors/startup-error.ts';
import { explainPostgresDiskError } from './folder-errors.ts';
import type { ClusterLocation } from './cluster-location.ts';
import { killOnExit } from './end-process.ts';
import { once } from 'node:events';

/** Settings files: PostgreSQL executes programs that some of their values name. */
export const clusterSettingsFiles = [
  'postgresql.conf',
  'postgresql.auto.conf',
  'pg_hba.conf',
  'pg_ident.conf',
];

/** The cluster gets its final name only once complete. `durable` waits for the disk, which doubles the time. */
export async function initializeCluster(
  directory: ClusterLocation,
  durable: boolean,
  signal?: AbortSignal,
): Promise<void> {
  if (existsSync(directory.cluster)) return;
  await withNewCluster(directory, { durable, signal }, (made) => renameSync(made, directory.cluster));
}

/** Writes to a restored cluster the settings that a new one has on this machine. `read` gets the folder of that one. */
export function writeDefaultClusterSettings<Result>(
  directory: ClusterLocation,
  read: (made: string) => Result,
): Promise<Result> {
  return withNewCluster(directory, { durable: false, signal: undefined }, (made) => {
    for (const name of clusterSettingsFiles) renameSync(join(made, name), join(directory.cluster, name));
    return read(made);
  });
}

interface InitdbOptions {
  durable: boolean;
  signal: AbortSignal | undefined;
}

async function withNewCluster<Result>(
  directory: ClusterLocation,
  options: InitdbOptions,
  work: (made: string) => Result,
): Promise<Result> {
  const parent = join(directory.folder, 'postgres.new');
  rmSync(parent, { recursive: true, force: true });
  // The parent folder may exist, because the initdb of a killed server still writes to its own folder in it.
  mkdirSync(parent, { recursive: true });
  chmodSync(parent, 0o711);
  // Created by us, because the account may not write to the parent folder.
  const making = mkdtempSync(join(parent, 'cluster-'));
  const passwordFile = join(directory.folder, 'password.new');
  writeFileSync(passwordFile, directory.password, { mode: 0o600 });
  if (directory.account) {
    chownSync(making, directory.account.uid, directory.account.gid);
    chownSync(passwordFile, directory.account.uid, directory.account.gid);
  }
  try {
    await runInitdb(directory, making, passwordFile, options);
    return work(making);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(parent, { recursive: true, force: true });
  }
}

async function runInitdb(
  directory: ClusterLocation,
  cluster: string,
  passwordFile: string,
  { durable, signal }: InitdbOptions,
): Promise<void> {
  signal?.throwIfAborted();
  const child = spawn(
    join(directory.binaries, 'bin', 'initdb'),
    [
      '-D',
      cluster,
      '-U',
      'postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // Independent of installed libraries, whose updates could otherwise reorder an index.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...(durable ? [] : ['--no-sync']),
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd: '/',
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
      ...directory.account,
    },
  );
  killOnExit(child, 'SIGKILL');
  const stop = (): void => void child.kill('SIGTERM');
  signal?.addEventListener('abort', stop);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  // The output ends when the last child process does.
  const [, output, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  signal?.removeEventListener('abort', stop);
  if (code === 0) return;
  throw (
    explainPostgresDiskError(directory.folder, output) ??
    new StartupError(`The embedded database could not be made in ${directory.folder}: ${output.trim()}`)
  );
}

/** Syncs all files of a cluster at once, instead of one by one while they are written. */
export async function fsyncCluster({ binaries, cluster, account }: ClusterLocation): Promise<void> {
  const child = spawn(join(binaries, 'bin', 'initdb'), ['--sync-only', '-D', cluster], {
    stdio: 'ignore',
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
    ...account,
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${cluster} could not be synced to the disk`);
}
