import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '../../errors/startup-error.ts';
import { lockHolder, lockFolder } from './folder-lock.ts';
import { externalRoot, ownerExists, readOwner } from './ownership.ts';

export interface ExternalCluster {
  name: string;
  folder: string;
  /** A DATA_DIR; undefined where an older version made the cluster and it was never started since. */
  owner: string | undefined;
  state: 'running' | 'owned' | 'orphaned' | 'unknown';
}

export function listExternalClusters(): ExternalCluster[] {
  const names = existsSync(externalRoot) ? readdirSync(externalRoot).toSorted() : [];
  return names.filter((name) => existsSync(join(externalRoot, name, 'postgres'))).map(describe);
}

function describe(name: string): ExternalCluster {
  const folder = join(externalRoot, name);
  const owner = readOwner(folder);
  const base = { name, folder, owner: owner?.folder };
  if (lockHolder(folder) !== undefined) return { ...base, state: 'running' };
  if (owner === undefined) return { ...base, state: 'unknown' };
  return { ...base, state: ownerExists(owner) ? 'owned' : 'orphaned' };
}

/** Throws a StartupError unless the cluster is orphaned. */
export function removeExternalCluster(name: string): void {
  const cluster = listExternalClusters().find((each) => each.name === name);
  if (cluster === undefined) throw new StartupError(`${externalRoot} holds no database named ${name}`);
  const reasons = {
    running: `a server is using it`,
    owned: `it belongs to ${cluster.owner}, which is there`,
    unknown: `nothing says which folder it belongs to; if you are sure, delete ${cluster.folder} by hand`,
  };
  if (cluster.state !== 'orphaned') throw new StartupError(`${name} stays: ${reasons[cluster.state]}`);
  const lock = lockFolder(cluster.folder);
  rmSync(cluster.folder, { recursive: true });
  lock.release();
}
