// The restore point of an upgrade: a copy of the old cluster beside it. upgrade.json records whether it must be put
// back. Every step can be interrupted: the existing files determine how the next start continues.
import { formatCommandLine } from '../../errors/format-command-line.ts';
import { existsSync, lstatSync, readFileSync, readlinkSync, renameSync, rmSync, statSync } from 'node:fs';
import { copyFile, link, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import {
  fsyncFolder,
  copyClusterFolder,
  measureFolderBytes,
  isReflinkSupported,
  readFreeDiskBytes,
} from '../folders.ts';
import { PermanentStartupError } from '../../errors/startup-error.ts';
import type { ClusterLocation } from './cluster-location.ts';
import { fsyncCluster } from './initialize-cluster.ts';
import {
  readUpgradeRecord,
  removeUpgradeRecord,
  writeUpgradeRecord,
  type UpgradeRecord,
} from './upgrade-record.ts';

interface UpgradePaths {
  /** The cluster, which may be the target of a link. */
  cluster: string;
  restorePoint: string;
  /** A cluster that is being copied or filled. */
  making: string;
  /** A cluster of the old major version, to compare with. */
  scratch: string;
  failed: string;
  keys: string;
  keysBefore: string;
  blobs: string;
  blobsBefore: string;
}

type DataFolders = Pick<ClusterLocation, 'dataDir' | 'cluster'>;

export function upgradePaths({ dataDir, cluster: path }: DataFolders): UpgradePaths {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  const cluster = isLink ? resolve(dirname(path), readlinkSync(path)) : path;
  return {
    cluster,
    restorePoint: `${cluster}.before-upgrade`,
    making: `${cluster}.upgrading`,
    scratch: `${cluster}.scratch`,
    failed: `${cluster}.failed-upgrade`,
    keys: join(dataDir, 'keys.json'),
    keysBefore: join(dataDir, 'keys.json.before-upgrade'),
    blobs: join(dataDir, 'storage', 'blobs'),
    blobsBefore: join(dataDir, 'storage', 'before-upgrade'),
  };
}

export interface UpgradeVersions {
  from: string | null;
  to: string;
}

/** For a stopped cluster. From here on, a start that finds the record undoes the upgrade. */
export async function createUpgradeRestorePoint(
  directory: ClusterLocation,
  versions: UpgradeVersions,
): Promise<void> {
  const { cluster, making, restorePoint, ...files } = upgradePaths(directory);
  await ensureUpgradeSpace(directory);
  try {
    await copyClusterFolder(cluster, making);
    await fsyncCluster({ ...directory, cluster: making });
  } catch (error) {
    await rm(making, { recursive: true, force: true });
    throw error;
  }
  await removeUpgradeRestorePoint(directory);
  await keepFiles(files);
  await rename(making, restorePoint);
  await fsyncFolder(dirname(cluster));
  recordRunningUpgrade(directory, versions);
}

function recordRunningUpgrade({ dataDir }: ClusterLocation, { from, to }: UpgradeVersions): void {
  writeUpgradeRecord(dataDir, { state: 'running', from, to, startedAt: new Date().toISOString() });
}

/** Puts a complete cluster of the next major version in place of the old one, which becomes the restore point. */
export async function switchToUpgradedCluster(
  directory: ClusterLocation,
  versions: UpgradeVersions,
): Promise<void> {
  const { cluster, making, restorePoint, ...files } = upgradePaths(directory);
  await removeUpgradeRestorePoint(directory);
  await keepFiles(files);
  recordRunningUpgrade(directory, versions);
  await rename(cluster, restorePoint);
  await rename(making, cluster);
  await fsyncFolder(dirname(cluster));
}

/** Stored files never change, so hard links preserve those that are deleted later. */
async function keepFiles({
  keys,
  keysBefore,
  blobs,
  blobsBefore,
}: Pick<UpgradePaths, 'keys' | 'keysBefore' | 'blobs' | 'blobsBefore'>): Promise<void> {
  if (existsSync(keys)) await copyFile(keys, keysBefore);
  await linkFiles(blobs, blobsBefore);
}

/** Adds the files that `to` does not contain. */
async function linkFiles(from: string, to: string): Promise<void> {
  if (!existsSync(from)) return;
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await linkFiles(source, target);
    else if (entry.isFile() && !existsSync(target)) await link(source, target).catch(ignoreUnlinkable);
  }
}

/** On a file system without hard links, files that are deleted later cannot be restored. */
function ignoreUnlinkable(error: NodeJS.ErrnoException): void {
  if (
    !['EPERM', 'EXDEV', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EEXIST', 'ENOENT'].includes(
      error.code ?? '',
    )
  )
    throw error;
}

/** Reserved for what the migrations write next. */
const reserveBytes = 64 * 1024 ** 2;

/** `byRows`: an upgrade to a new major version copies rows, and shares no blocks with the old cluster. */
export async function ensureUpgradeSpace(directory: ClusterLocation, byRows = false): Promise<void> {
  const instead = byRows
    ? ''
    : `, or make a backup elsewhere (${formatCommandLine('backup')}) and start once with UPGRADE_WITHOUT_RESTORE_POINT=yes`;
  const { cluster, making, restorePoint } = upgradePaths(directory);
  if (statSync(cluster).dev !== statSync(dirname(cluster)).dev)
    throw new PermanentStartupError(
      `${cluster} is a mount point of its own, beside which no restore point can be kept: mount the folder above it${instead}`,
    );
  await rm(making, { recursive: true, force: true });
  if (!byRows && (await isReflinkSupported(join(cluster, 'PG_VERSION'), `${making}.probe`))) return;
  const needed = (await measureFolderBytes(cluster)) + reserveBytes;
  const isEnough = async (): Promise<boolean> => (await readFreeDiskBytes(cluster)) >= needed;
  if (await isEnough()) return;
  // An older restore point is removed first only if the space is needed.
  if (existsSync(restorePoint)) await removeUpgradeRestorePoint(directory);
  if (await isEnough()) return;
  const missing = needed - (await readFreeDiskBytes(cluster));
  throw new PermanentStartupError(
    `Not upgraded, nothing was changed: the database is copied first, so that the upgrade can be undone, and the disk of ${cluster} has too little space: free ${mebibytes(missing)} more (${mebibytes(needed)} are needed)${instead}`,
  );
}

function mebibytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024 ** 2)} MB`;
}

/** The upgrade was completed: an undo loses what is written from now on. */
export function finishUpgrade(directory: ClusterLocation, transaction: string): void {
  const { dataDir } = directory;
  const record = readUpgradeRecord(dataDir);
  if (record === undefined) return;
  const { keys, keysBefore } = upgradePaths(directory);
  // Keys that the upgrade did not change may be rotated later, and an undo must not restore the old ones.
  if (existsSync(keysBefore) && readFileSync(keys).equals(readFileSync(keysBefore))) rmSync(keysBefore);
  writeUpgradeRecord(dataDir, {
    ...record,
    state: 'done',
    finishedAt: new Date().toISOString(),
    transaction,
  });
}

/** The cluster must be stopped. Returns the record of what was undone; undefined if there was nothing to undo. */
export async function restoreUpgradeRestorePoint(
  directory: ClusterLocation,
): Promise<UpgradeRecord | undefined> {
  const { dataDir } = directory;
  const record = readUpgradeRecord(dataDir);
  if (record === undefined) return undefined;
  const { cluster, restorePoint, failed, keys, keysBefore, blobs, blobsBefore } = upgradePaths(directory);
  if (record.state === 'done') {
    if (!existsSync(restorePoint))
      throw new PermanentStartupError(
        `The restore point ${restorePoint} is gone: nothing was changed; restore a backup instead`,
      );
    // An interrupted undo continues at the next start.
    writeUpgradeRecord(dataDir, { ...record, state: 'running' });
  }
  if (existsSync(keysBefore)) {
    await copyFile(keysBefore, `${keys}.new`);
    await rename(`${keys}.new`, keys);
  }
  await linkFiles(blobsBefore, blobs);
  // A new WAL stream must begin: the WAL continues from an earlier state, to which what was archived since does not
  // belong.
  await rm(join(dataDir, 'log-archive.json'), { force: true });
  if (existsSync(restorePoint)) {
    if (existsSync(cluster)) {
      await rm(failed, { recursive: true, force: true });
      renameSync(cluster, failed);
    }
    renameSync(restorePoint, cluster);
    await fsyncFolder(dirname(cluster));
  }
  await removeUpgradeRestorePoint(directory);
  return record;
}

/** Called at every start, because a process may have been killed while it upgraded, undid or removed something. */
export async function undoInterruptedUpgrade(directory: ClusterLocation): Promise<UpgradeRecord | undefined> {
  const { cluster, restorePoint, making, scratch } = upgradePaths(directory);
  const record = readUpgradeRecord(directory.dataDir);
  for (const folder of [making, scratch]) await rm(folder, { recursive: true, force: true });
  if (record?.state === 'running') return restoreUpgradeRestorePoint(directory);
  if (record !== undefined) return undefined;
  // If record and cluster are missing, the restore point is the only copy of the data.
  if (!existsSync(cluster) && existsSync(restorePoint)) renameSync(restorePoint, cluster);
  await removeUpgradeRestorePoint(directory);
  return undefined;
}

/** The record is removed first: without it the folders are only leftovers. */
export async function removeUpgradeRestorePoint(directory: DataFolders): Promise<void> {
  const { restorePoint, failed, keysBefore, blobsBefore } = upgradePaths(directory);
  removeUpgradeRecord(directory.dataDir);
  for (const folder of [restorePoint, failed, keysBefore, blobsBefore])
    await rm(folder, { recursive: true, force: true });
}
