// A cluster that lives outside its DATA_DIR is named by every copy of that folder. Beside it stands which one owns it.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../errors/log-entry.ts';
import { StartupError } from '../../errors/startup-error.ts';
import { holderOf } from './folder-lock.ts';
import { noteFile, readNote, writeNote, writeWhole } from './note.ts';

export const elsewhere = '/var/lib/fairlead';

/** The database's id, which its folder notes too, and that folder. Paths alone tell: device numbers change. */
export interface Owner {
  id: string;
  folder: string;
}

export function readOwner(place: string): Owner | undefined {
  try {
    const { id, folder } = JSON.parse(readFileSync(join(place, 'owner.json'), 'utf8')) as Partial<Owner>;
    return typeof id === 'string' && typeof folder === 'string' ? { id, folder } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a folder still names this database as its own. */
export function isThere({ id, folder }: Owner): boolean {
  try {
    const note = readNote(folder);
    // One restored from before it had an id.
    return note !== undefined && (note.id ?? id) === id;
  } catch {
    return existsSync(noteFile(folder));
  }
}

/** Where the cluster of a folder is when that is not inside it: its home, or what the name `postgres` leads to. */
export function placeElsewhere(dataDir: string): string | undefined {
  const home = readNote(dataDir)?.home;
  if (home !== undefined) return home;
  const cluster = join(dataDir, 'postgres');
  const isLink = lstatSync(cluster, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  return isLink && existsSync(cluster) ? realpathSync(cluster) : undefined;
}

/** Whether the database that a folder names belongs to another one, which still has it. */
export function isOfAnother(dataDir: string): boolean {
  const place = placeElsewhere(dataDir);
  const owner = place === undefined ? undefined : readOwner(place);
  return owner !== undefined && owner.folder !== realpathSync(dataDir) && isThere(owner);
}

/**
 * Throws a StartupError while the server of the original runs, and for who may not take over while the original is
 * there at all. No advice in it would take the database away from the original.
 */
export function refuseCopy(dataDir: string, mayTakeOver: boolean): void {
  const place = placeElsewhere(dataDir);
  const owner = place === undefined ? undefined : readOwner(place);
  const { id } = readNote(dataDir) ?? {};
  if (owner && id !== undefined && id !== owner.id) {
    throw new StartupError(
      `${place} holds another database than the one that ${noteFile(dataDir)} names: restore both from one backup, or set DATA_DIR to an empty folder`,
    );
  }
  if (owner === undefined || !isOfAnother(dataDir)) return;
  const holder = holderOf(owner.folder);
  if (holder !== undefined) {
    throw new StartupError(
      `${dataDir} is a copy of ${owner.folder}, whose server (process ${holder}) is using the one database of both in ${place}: set DATA_DIR to an empty folder for a database of its own`,
    );
  }
  if (!mayTakeOver) {
    throw new StartupError(
      `${dataDir} is a copy of ${owner.folder}, which owns the one database of both in ${place}: run this with DATA_DIR=${owner.folder}, or set DATA_DIR to an empty folder`,
    );
  }
}

/** Makes a folder the owner of its database; logs when it belonged to another. The caller holds the locks of both. */
export function own(dataDir: string, place: string, log: Log): void {
  const note = readNote(dataDir);
  if (note === undefined) return;
  const owner = readOwner(place);
  const folder = realpathSync(dataDir);
  const id = owner?.id ?? note.id ?? randomBytes(8).toString('hex');
  if (note.id !== id) writeNote(dataDir, { ...note, id });
  if (owner?.folder === folder) return;
  writeWhole(join(place, 'owner.json'), JSON.stringify({ id, folder }), 0o644);
  if (owner === undefined) return;
  log({
    level: 'warn',
    event: 'database.adopted',
    message: `${folder} owns the database in ${place} now, which belonged to ${owner.folder}`,
  });
}

/** A home that belongs to this very folder, whose note is lost; one that belonged to another of its path is not. */
export function homeWithoutNote(dataDir: string): string | undefined {
  if (!existsSync(join(dataDir, 'postgres.log')) || !existsSync(elsewhere)) return undefined;
  const folder = realpathSync(dataDir);
  const former = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const name = readdirSync(elsewhere).find((one) => {
    const owner = readOwner(join(elsewhere, one));
    return owner ? owner.folder === folder : one === former;
  });
  return name === undefined ? undefined : join(elsewhere, name);
}
