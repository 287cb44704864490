// Ownership of a relocated cluster: one outside DATA_DIR, for a server run by root whose DATA_DIR PostgreSQL's account
// cannot enter. Every copy of a DATA_DIR names the same cluster; the cluster's owner.json names the owner.
import { createHash, randomBytes } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import type { LogWriter } from '../../errors/log-entry.ts';
import { StartupError } from '../../errors/startup-error.ts';
import { writeAtomically } from '../folders.ts';
import { readLockHolder, lockFolder } from './folder-lock.ts';
import { clusterMetadataFile, readClusterMetadata, writeClusterMetadata } from './cluster-metadata.ts';

export const relocatedClusterRoot = '/var/lib/fairlead';

/**
 * The owning folder and the database's id, which is also in the folder. Folders are compared by path, because device
 * numbers change.
 */
interface Owner {
  id: string;
  folder: string;
}

function readOwner(directory: string): Owner | undefined {
  try {
    const { id, folder } = JSON.parse(readFileSync(join(directory, 'owner.json'), 'utf8')) as Partial<Owner>;
    return typeof id === 'string' && typeof folder === 'string' ? { id, folder } : undefined;
  } catch {
    return undefined;
  }
}

function ownerExists({ id, folder }: Owner): boolean {
  try {
    const metadata = readClusterMetadata(folder);
    // An id is missing if the folder was restored from a backup of a version without ids.
    return metadata !== undefined && (metadata.id ?? id) === id;
  } catch {
    return existsSync(clusterMetadataFile(folder));
  }
}

/** The relocated cluster's folder, or the target of the link `postgres`; undefined if the cluster is inside DATA_DIR. */
export function findRelocatedCluster(dataDir: string): string | undefined {
  const { home } = readClusterMetadata(dataDir) ?? {};
  if (home !== undefined) return home;
  const cluster = join(dataDir, 'postgres');
  const isLink = lstatSync(cluster, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  return isLink && existsSync(cluster) ? realpathSync(cluster) : undefined;
}

export function isClusterOfAnotherFolder(dataDir: string): boolean {
  const directory = findRelocatedCluster(dataDir);
  const owner = directory === undefined ? undefined : readOwner(directory);
  return owner !== undefined && owner.folder !== realpathSync(dataDir) && ownerExists(owner);
}

/**
 * Throws a StartupError while the original's server runs, or while the original exists and a takeover is not allowed.
 * The advice in the error never takes the database from the original.
 */
export function rejectCopiedDataFolder(dataDir: string, mayTakeOver: boolean): void {
  const directory = findRelocatedCluster(dataDir);
  const owner = directory === undefined ? undefined : readOwner(directory);
  const { id } = readClusterMetadata(dataDir) ?? {};
  if (owner && id !== undefined && id !== owner.id) {
    throw new StartupError(
      `${directory} holds another database than the one that ${clusterMetadataFile(dataDir)} names: restore both from one backup, or set DATA_DIR to an empty folder`,
    );
  }
  if (owner === undefined || !isClusterOfAnotherFolder(dataDir)) return;
  const holder = readLockHolder(owner.folder);
  if (holder !== undefined) {
    throw new StartupError(
      `${dataDir} is a copy of ${owner.folder}, whose server (process ${holder}) is using the one database of both in ${directory}: set DATA_DIR to an empty folder for a database of its own`,
    );
  }
  if (!mayTakeOver) {
    throw new StartupError(
      `${dataDir} is a copy of ${owner.folder}, which owns the one database of both in ${directory}: run this with DATA_DIR=${owner.folder}, or set DATA_DIR to an empty folder`,
    );
  }
}

/** Logs a takeover. The caller must hold the locks of both folders. */
export function claimClusterOwnership(dataDir: string, directory: string, log: LogWriter): void {
  const metadata = readClusterMetadata(dataDir);
  if (metadata === undefined) return;
  const owner = readOwner(directory);
  const folder = realpathSync(dataDir);
  const id = owner?.id ?? metadata.id ?? randomBytes(8).toString('hex');
  if (metadata.id !== id) writeClusterMetadata(dataDir, { ...metadata, id });
  if (owner?.folder === folder) return;
  writeAtomically(join(directory, 'owner.json'), JSON.stringify({ id, folder }), 0o644);
  if (owner === undefined) return;
  log({
    level: 'warn',
    event: 'database.adopted',
    message: `${folder} owns the database in ${directory} now, which belonged to ${owner.folder}`,
  });
}

/**
 * The relocated cluster of a folder that has lost its metadata file. One without owner.json, from an older version, is
 * named after a hash of the path.
 */
export function findClusterWithoutMetadata(dataDir: string): string | undefined {
  if (!existsSync(join(dataDir, 'postgres.log')) || !existsSync(relocatedClusterRoot)) return undefined;
  const folder = realpathSync(dataDir);
  const formerName = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const name = readdirSync(relocatedClusterRoot).find((one) => {
    const owner = readOwner(join(relocatedClusterRoot, one));
    return owner ? owner.folder === folder : one === formerName;
  });
  return name === undefined ? undefined : join(relocatedClusterRoot, name);
}

export interface RelocatedCluster {
  name: string;
  folder: string;
  /** A DATA_DIR; undefined if an older version created the cluster and it was never started since. */
  owner: string | undefined;
  state: 'running' | 'owned' | 'orphaned' | 'unknown';
}

export function listRelocatedClusters(): RelocatedCluster[] {
  const names = existsSync(relocatedClusterRoot) ? readdirSync(relocatedClusterRoot).toSorted() : [];
  return names.filter((name) => existsSync(join(relocatedClusterRoot, name, 'postgres'))).map(describe);
}

function describe(name: string): RelocatedCluster {
  const folder = join(relocatedClusterRoot, name);
  const owner = readOwner(folder);
  const base = { name, folder, owner: owner?.folder };
  if (readLockHolder(folder) !== undefined) return { ...base, state: 'running' };
  if (owner === undefined) return { ...base, state: 'unknown' };
  return { ...base, state: ownerExists(owner) ? 'owned' : 'orphaned' };
}

/** Throws a StartupError unless the cluster is orphaned. */
export function removeRelocatedCluster(name: string): void {
  const cluster = listRelocatedClusters().find((each) => each.name === name);
  if (cluster === undefined)
    throw new StartupError(`${relocatedClusterRoot} holds no database named ${name}`);
  const reasons = {
    running: `a server is using it`,
    owned: `it belongs to ${cluster.owner}, which is there`,
    unknown: `nothing says which folder it belongs to; if you are sure, delete ${cluster.folder} by hand`,
  };
  if (cluster.state !== 'orphaned') throw new StartupError(`${name} stays: ${reasons[cluster.state]}`);
  try {
    accessSync(cluster.folder, constants.W_OK);
  } catch (cause) {
    throw new StartupError(
      `${cluster.folder} belongs to another account: delete it with sudo rm -r ${cluster.folder}`,
      { cause },
    );
  }
  const lock = lockFolder(cluster.folder);
  rmSync(cluster.folder, { recursive: true });
  lock.release();
}
