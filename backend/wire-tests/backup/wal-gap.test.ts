import { createReadStream, createWriteStream, existsSync, readdirSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createWalArchive } from '../../src/backup/continuous/create-wal-archive.ts';
import type { WalArchive } from '../../src/backup/continuous/create-wal-archive.ts';
import { readWalStream } from '../../src/backup/continuous/wal-archive-state.ts';
import { createBackup } from '../../src/backup/create-backup.ts';
import { removeRestoredData, restoreBackup } from '../../src/backup/restore-backup.ts';
import { createFolderTarget } from '../../src/backup/targets/folder-target.ts';
import type { BackupTarget } from '../../src/backup/targets/backup-target.ts';
import { clientConfig } from '../../src/database/connection.ts';
import type { DatabaseConnection } from '../../src/database/connection.ts';
import { startEmbeddedServer } from '../../src/database/embedded-server.ts';
import type { EmbeddedServer } from '../../src/database/embedded-server.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const passphrase = 'correct horse battery staple';
const gapPattern =
  /has a gap: it reaches \S+Z, and what was written from then to \S+Z cannot be restored .*--accept-loss/;
const gaps: string[] = [];
let root: string;
let dataDir: string;
let backups: string;
let target: BackupTarget;
let server: EmbeddedServer;
let archive: WalArchive;

async function query(connection: DatabaseConnection, sql: string): Promise<{ name: string }[]> {
  const client = new Client(clientConfig(connection));
  await client.connect();
  try {
    return (await client.query<{ name: string }>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Opens it like another process. */
function openArchive(): WalArchive {
  const database = { connection: server.connection, cluster: server.clusterFolder };
  const filesSince = async () => 0;
  return createWalArchive({ dataDir, database, target, filesSince, onGap: (gap) => gaps.push(gap) });
}

async function writeAndShip(name: string): Promise<void> {
  await query(server.connection, `insert into leads values ('${name}')`);
  await archive.ship();
}

function stream() {
  return readWalStream(dataDir, target.locate(''));
}

/** Oldest first. */
function pieces(): string[] {
  const folder = join(backups, 'log', stream()?.name ?? '', 'pieces');
  return readdirSync(folder)
    .toSorted()
    .map((file) => join(folder, file));
}

async function restoreNewest(acceptLoss = false): Promise<string[]> {
  const to = join(root, 'restored');
  const source = createReadStream(join(root, 'base'));
  await restoreBackup({ source, passphrase, dataDir: to, log: { target, until: 'newest', acceptLoss } });
  const reopened = await startEmbeddedServer({ dataDir: to });
  try {
    return (await query(reopened.connection, 'select name from leads')).map(({ name }) => name);
  } finally {
    await reopened.stop();
    removeRestoredData(to);
  }
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'log-gap-'));
  // If this runs as root, the database's user must be able to enter the folder.
  await chmod(root, 0o711);
  dataDir = join(root, 'data');
  backups = join(root, 'backups');
  await mkdir(backups);
  target = createFolderTarget(backups);
  server = await startEmbeddedServer({ dataDir });
  await query(server.connection, 'create table leads (name text)');
  archive = openArchive();
  await archive.ship();
  const database = { connection: server.connection, cluster: server.clusterFolder };
  const options = { dataDir, database, passphrase, program: '0.1.0', settings: [], log: stream() };
  await createBackup(options, createWriteStream(join(root, 'base')));
  for (const name of ['one', 'two', 'three']) await writeAndShip(name);
});
afterAll(async () => {
  await server?.stop();
  await rm(root, { recursive: true, force: true });
});

test('B-161 a restore reports a gap in the WAL and keeps nothing; if the loss is accepted, it ends at the gap', async () => {
  const [missing = ''] = pieces().slice(-2);
  await rename(missing, join(root, 'missing'));
  await expect(restoreNewest()).rejects.toThrow(gapPattern);
  expect(existsSync(join(root, 'restored'))).toBe(false);
  expect(await restoreNewest(true)).toEqual(['one']);
  await rename(join(root, 'missing'), missing);
});

test('B-161 a gap is found at the next copy, by the running process and by another, and a new stream begins', async () => {
  const first = stream()?.name;
  await rm(pieces().at(-1) ?? '');
  await writeAndShip('four');
  expect(gaps).toEqual([expect.stringContaining('is gone')]);
  const second = stream()?.name;
  expect(second).not.toBe(first);
  for (const name of ['five', 'six']) await writeAndShip(name);
  await rm(pieces().at(-2) ?? '');
  archive = openArchive();
  await writeAndShip('seven');
  expect(gaps[1]).toContain('pieces are gone from the target');
  expect(stream()?.name).not.toBe(second);
  // All pieces were lost, as if an empty folder is in the place of the disk.
  await rm(join(backups, 'log'), { recursive: true });
  archive = openArchive();
  await writeAndShip('eight');
  expect(gaps).toHaveLength(3);
  // No piece continues the backup any more.
  await expect(restoreNewest()).rejects.toThrow(/cannot be restored .*continues another backup/);
});
