import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientBase } from 'pg';
import { settingsFiles } from '../database/embedded/initialise.ts';
import { entryNames } from './archive-format.ts';
import type { ArchiveWriter } from './archive-writer.ts';
import { emptyFoldersIn, isClusterFile, isClusterFolder, isEmptyFolder } from './known-files.ts';

/** Says from where the WAL is replayed, so it is copied last. */
const controlFile = 'global/pg_control';
/** An earlier label belongs to a different backup. */
const copiedLast = new Set([controlFile, 'backup_label']);

/**
 * PostgreSQL's low-level base backup: its files as they change, and the WAL from the beginning of the copy. `client`
 * keeps that WAL from being removed as long as it is connected.
 */
export async function copyCluster(
  cluster: string,
  client: ClientBase,
  archive: ArchiveWriter,
): Promise<string> {
  await client.query(`select pg_create_physical_replication_slot('backup_' || pg_backend_pid(), true, true)`);
  const { rows: started } = await client.query<{ segment: string }>(
    `select pg_walfile_name(pg_backup_start('backup', true)) as segment`,
  );
  await copyFolder(cluster, '', archive);
  await archive.addFile(`${entryNames.database}${controlFile}`, join(cluster, controlFile));
  const { rows: stopped } = await client.query<{ labelfile: string }>(
    'select labelfile from pg_backup_stop(false)',
  );
  await archive.addText(`${entryNames.database}backup_label`, stopped[0]?.labelfile ?? '');
  return started[0]?.segment ?? '';
}

async function copyFolder(cluster: string, folder: string, archive: ArchiveWriter): Promise<void> {
  for (const entry of await readdir(join(cluster, folder), { withFileTypes: true })) {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isSymbolicLink()) throw linkError(join(cluster, path));
    if (entry.isDirectory() && isClusterFolder(path)) await copySubfolder(cluster, path, archive);
    // A table may be dropped during the backup. Settings are for people: a restore does not use them.
    const isKnown = isClusterFile(path) ? !copiedLast.has(path) : settingsFiles.includes(path);
    if (entry.isFile() && isKnown) await archive.addFile(entryNames.database + path, join(cluster, path));
  }
}

async function copySubfolder(cluster: string, path: string, archive: ArchiveWriter): Promise<void> {
  await archive.addFolder(entryNames.database + path);
  if (!isEmptyFolder(path)) return copyFolder(cluster, path, archive);
  for (const inside of emptyFoldersIn(path)) await archive.addFolder(entryNames.database + inside);
  const entries = await readdir(join(cluster, path), { withFileTypes: true });
  const link = entries.find((entry) => entry.isSymbolicLink());
  if (link) throw linkError(join(cluster, path, link.name));
}

function linkError(path: string): Error {
  return new Error(`${path} is a link: tablespaces and links in the database's folder cannot be backed up`);
}

const segmentName = /^[0-9A-F]{24}$/;

/** The WAL from `first` to the segment of `lsn`, which is completed. */
export async function copyLog(
  { cluster, first, lsn }: { cluster: string; first: string; lsn: string },
  client: ClientBase,
  archive: ArchiveWriter,
): Promise<void> {
  const { rows } = await client.query<{ segment: string }>('select pg_walfile_name($1::pg_lsn) as segment', [
    lsn,
  ]);
  await client.query('select pg_switch_wal()');
  const last = rows[0]?.segment ?? '';
  const folder = join(cluster, 'pg_wal');
  for (const name of (await readdir(folder)).toSorted()) {
    const isNeeded = segmentName.test(name) ? name >= first && name <= last : name.endsWith('.history');
    if (isNeeded) await archive.addFile(`${entryNames.database}pg_wal/${name}`, join(folder, name));
  }
}
