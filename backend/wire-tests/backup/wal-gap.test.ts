import { createReadStream, createWriteStream, existsSync, readdirSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { type WalArchiver, createWalArchiver } from '../../src/backup/continuous/create-wal-archiver.ts';
import { readCurrentWalStream } from '../../src/backup/continuous/wal-archive-state.ts';
import { createBackup } from '../../src/backup/create-backup.ts';
import { removeRestoredData, restoreBackup } from '../../src/backup/restore-backup.ts';
import { createFolderTarget } from '../../src/backup/targets/folder-target.ts';
import type { ConnectionParameters } from '../../src/database/connection-parameters.ts';
import { withClient } from '../../src/database/database-client.ts';
import { startEmbeddedServer } from '../../src/database/embedded-server.ts';
import { setUp, setUpFolder } from '../set-up.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const passphrase = 'correct horse battery staple';
const gapPattern =
  /has a gap: it reaches \S+Z, and what was written from then to \S+Z cannot be restored .*--accept-loss/;
const gaps: string[] = [];
const root = setUpFolder();
const dataDir = join(root, 'data');
const backups = join(root, 'backups');
const target = createFolderTarget(backups);
const server = setUp(() => startEmbeddedServer({ dataDir }));
let archiver: WalArchiver;

function query(connection: ConnectionParameters, sql: string): Promise<{ name: string }[]> {
  return withClient(connection, async (client) => (await client.query<{ name: string }>(sql)).rows);
}

/** Opens it like another process. */
function openArchiver(): WalArchiver {
  const database = { connection: server.connection, cluster: server.clusterFolder };
  const filesSince = async () => 0;
  return createWalArchiver({ dataDir, database, target, filesSince, onGap: (gap) => gaps.push(gap) });
}

async function writeAndShip(name: string): Promise<void> {
  await query(server.connection, `insert into leads values ('${name}')`);
  await archiver.ship();
}

function stream() {
  return readCurrentWalStream(dataDir, target.locate(''));
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
  await mkdir(backups);
  await query(server.connection, 'create table leads (name text)');
  archiver = openArchiver();
  await archiver.ship();
  const database = { connection: server.connection, cluster: server.clusterFolder };
  const options = { dataDir, database, passphrase, program: '0.1.0', settings: [], log: stream() };
  await createBackup(options, createWriteStream(join(root, 'base')));
  for (const name of ['one', 'two', 'three']) await writeAndShip(name);
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
  archiver = openArchiver();
  await writeAndShip('seven');
  expect(gaps[1]).toContain('pieces are gone from the target');
  expect(stream()?.name).not.toBe(second);
  // All pieces were lost, as if an empty folder is in the place of the disk.
  await rm(join(backups, 'log'), { recursive: true });
  archiver = openArchiver();
  await writeAndShip('eight');
  expect(gaps).toHaveLength(3);
  // No piece continues the backup any more.
  await expect(restoreNewest()).rejects.toThrow(/cannot be restored .*continues another backup/);
});
