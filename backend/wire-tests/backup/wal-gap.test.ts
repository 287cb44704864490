import { createReadStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import type { WalArchiver } from '../../src/backup/continuous/create-wal-archiver.ts';
import { restoreBackup } from '../../src/backup/restore-backup.ts';
import { passphrase } from './archive-entries.ts';
import { reopen, setUpBackedUpServer } from './backed-up-server.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const gapPattern =
  /has a gap: it reaches \S+Z, and what was written from then to \S+Z cannot be restored .*--accept-loss/;
const gaps: string[] = [];
const { root, backups, target, query, stream, pieces, openArchiver, backUp } = setUpBackedUpServer();
let archiver: WalArchiver;

const openRecordingArchiver = () => openArchiver({ onGap: (gap) => gaps.push(gap) });

async function writeAndShip(name: string): Promise<void> {
  await query(`insert into leads values ('${name}')`);
  await archiver.ship();
}

async function restoreNewest(acceptLoss = false): Promise<unknown[]> {
  const to = join(root, 'restored');
  const source = createReadStream(join(root, 'base'));
  await restoreBackup({ source, passphrase, dataDir: to, log: { target, until: 'newest', acceptLoss } });
  return reopen(to, async (select) => (await select('select name from leads')).map((lead) => lead['name']));
}

beforeAll(async () => {
  await query('create table leads (name text)');
  archiver = openRecordingArchiver();
  await archiver.ship();
  await backUp(join(root, 'base'));
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
  archiver = openRecordingArchiver();
  await writeAndShip('seven');
  expect(gaps[1]).toContain('pieces are gone from the target');
  expect(stream()?.name).not.toBe(second);
  // All pieces were lost, as if an empty folder is in the place of the disk.
  await rm(join(backups, 'log'), { recursive: true });
  archiver = openRecordingArchiver();
  await writeAndShip('eight');
  expect(gaps).toHaveLength(3);
  // No piece continues the backup any more.
  await expect(restoreNewest()).rejects.toThrow(/cannot be restored .*continues another backup/);
});
