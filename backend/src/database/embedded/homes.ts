import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '../../errors/startup-error.ts';
import { holderOf, lockFolder } from './folder-lock.ts';
import { elsewhere, isThere, readOwner } from './owner.ts';

/** A database that lives outside the DATA_DIR that it belongs to. */
export interface ListedHome {
  name: string;
  folder: string;
  /** The DATA_DIR that owns it; undefined for one that an older version made and nobody has started since. */
  owner: string | undefined;
  state: 'running' | 'owned' | 'orphaned' | 'unknown';
}

export function listHomes(): ListedHome[] {
  const names = existsSync(elsewhere) ? readdirSync(elsewhere).toSorted() : [];
  return names.filter((name) => existsSync(join(elsewhere, name, 'postgres'))).map(describe);
}

function describe(name: string): ListedHome {
  const folder = join(elsewhere, name);
  const owner = readOwner(folder);
  const base = { name, folder, owner: owner?.folder };
  if (holderOf(folder) !== undefined) return { ...base, state: 'running' };
  if (owner === undefined) return { ...base, state: 'unknown' };
  return { ...base, state: isThere(owner) ? 'owned' : 'orphaned' };
}

/** Deletes an orphaned one for good. Throws a StartupError for any other. */
export function removeHome(name: string): void {
  const home = listHomes().find((one) => one.name === name);
  if (home === undefined) throw new StartupError(`${elsewhere} holds no database named ${name}`);
  const reasons = {
    running: `a server is using it`,
    owned: `it belongs to ${home.owner}, which is there`,
    unknown: `nothing says which folder it belongs to; if you are sure, delete ${home.folder} by hand`,
  };
  if (home.state !== 'orphaned') throw new StartupError(`${name} stays: ${reasons[home.state]}`);
  const lock = lockFolder(home.folder);
  rmSync(home.folder, { recursive: true });
  lock.release();
}
