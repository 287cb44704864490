import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientBase } from 'pg';
import { entryNames } from './archive-format.ts';
import type { ArchiveWriter } from './archive-writer.ts';

/** Their content belongs to a running server; the empty folders are needed. */
const emptiedFolders = new Set([
  'pg_wal',
  'pg_wal/archive_status',
  'pg_wal/summaries',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const skipped = /^(postmaster\.(pid|opts)|backup_label.*|tablespace_map.*|recovery\.signal|standby\.signal)$/;
const temporary = /(^|\/)(pgsql_tmp|pg_internal\.init)/;
/** Says from where the WAL is replayed, so it is copied last. */
const controlFile = 'global/pg_control';

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
    const name = entryNames.database + path;
    if (skipped.test(path) || temporary.test(path) || path === controlFile) continue;
    if (entry.isSymbolicLink())
      throw new Error(
        `${join(cluster, path)} is a link: tablespaces and links in the database's folder cannot be backed up`,
      );
    if (entry.isDirectory()) {
      await archive.addFolder(name);
      if (emptiedFolders.has(path)) await addEmptyFolders(path, archive);
      else await copyFolder(cluster, path, archive);
    } else if (entry.isFile()) {
      // A table may be dropped meanwhile.
      await archive.addFile(name, join(cluster, path));
    }
  }
}

async function addEmptyFolders(folder: string, archive: ArchiveWriter): Promise<void> {
  const inside = [...emptiedFolders].filter((one) => one.startsWith(`${folder}/`));
  for (const one of inside) await archive.addFolder(entryNames.database + one);
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
