import { randomUUID } from 'node:crypto';
import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { blobPath } from '../../src/backup/archive-format.ts';
import type { WalArchiver } from '../../src/backup/continuous/create-wal-archiver.ts';
import { pruneWalArchive } from '../../src/backup/continuous/fetch-wal.ts';
import { listBlobs } from '../../src/backup/copy-files.ts';
import { TimeBeforeBackupError } from '../../src/backup/continuous/replay-wal.ts';
import { restoreBackup, type RestoredBackup } from '../../src/backup/restore-backup.ts';
import { passphrase } from './archive-entries.ts';
import { reopen, setUpBackedUpServer } from './backed-up-server.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const { root, dataDir, backups, target, query, pieces, openArchiver, backUp } = setUpBackedUpServer();
const base = join(backups, 'base');
let archiver: WalArchiver;

async function storeFile(name: string, content: string): Promise<void> {
  const version = randomUUID();
  const path = join(dataDir, 'storage', 'blobs', blobPath(version));
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  await query(`insert into storage.objects values ('${name}', '${version}')`);
}

/** Returns the time of the commit, by the database's clock. */
async function write(name: string): Promise<Date> {
  await query(`insert into leads (name) values ('${name}')`);
  const [row] = await query('select clock_timestamp() as now, pg_sleep(0.01)');
  return row?.['now'] as Date;
}

async function restore(
  folder: string,
  until: Date | 'newest',
): Promise<{ result: RestoredBackup; leads: unknown[]; files: string[]; keys: string }> {
  const to = join(root, folder);
  const result = await restoreBackup({
    source: createReadStream(base),
    passphrase,
    dataDir: to,
    log: { target, until },
  });
  const leads = await reopen(to, (select) => select('select name from leads order by id'));
  const files = await Promise.all(
    (await listBlobs(to)).map((version) => readFile(join(to, 'storage', 'blobs', blobPath(version)), 'utf8')),
  );
  expect(existsSync(join(to, 'access.log'))).toBe(false);
  const keys = await readFile(join(to, 'keys.json'), 'utf8');
  return { result, leads: leads.map((lead) => lead['name']), files: files.toSorted(), keys };
}

let momentOfBase: Date;
let wroteOne: Date;
let wroteThree: Date;

beforeAll(async () => {
  await query(
    // Autovacuum writes statistics in separate transactions, at any time.
    `alter system set autovacuum = off`,
  );
  await query(`select pg_reload_conf();
     create table leads (id bigint generated always as identity primary key, name text);
     create schema storage;
     create table storage.objects (name text primary key, version text, updated_at timestamptz default now())`);
  await writeFile(join(dataDir, 'keys.json'), 'before', { mode: 0o600 });
  await writeFile(join(dataDir, 'access.log'), 'not data');
  await write('before the backup');
  archiver = openArchiver();
  await archiver.ship();
  await storeFile('short.png', 'deleted after the backup');
  momentOfBase = new Date((await backUp(base)).database?.at ?? '');
  await storeFile('one.png', 'the first file');
  wroteOne = await write('one');
  await archiver.ship();
  await writeFile(join(dataDir, 'keys.json'), 'after');
  await query(`delete from storage.objects where name = 'short.png'`);
  await storeFile('two.png', 'the second file');
  // Some segments are completed in between.
  await query(`create table ballast as select repeat(md5(n::text), 30) from generate_series(1, 20000) n`);
  await write('two');
  await archiver.ship();
  // Simulates another process, as after kill -9.
  archiver = openArchiver();
  wroteThree = await write('three');
  await archiver.ship();
});

test('a restore reaches any second after the backup: rows, files and keys as they were then', async () => {
  const first = await restore('first', wroteOne);
  expect(first.leads).toEqual(['before the backup', 'one']);
  expect(first).toMatchObject({ files: ['deleted after the backup', 'the first file'], keys: 'before' });
  const newest = await restore('newest', 'newest');
  expect(newest.leads).toEqual(['before the backup', 'one', 'two', 'three']);
  expect(newest).toMatchObject({ files: ['the first file', 'the second file'], keys: 'after' });
  expect(newest.result.replayed?.missingBlobs).toEqual([]);
  expect(Date.parse(newest.result.replayed?.to ?? '')).toBeGreaterThanOrEqual(wroteThree.getTime() - 1_000);
});

test('a time outside is an error that names what can be reached @audit', async () => {
  const range = /outside of what this backup and its WAL archive reach, \S+Z to \S+Z: give a time between/;
  await expect(restore('late', new Date(Date.now() + 60_000))).rejects.toThrow(range);
  // An older backup contains it and is used: for a time before this one was begun, and for one while it was made.
  for (const agoMs of [3_600_000, 1]) {
    const early = restore('early', new Date(momentOfBase.getTime() - agoMs)).catch((error: unknown) => error);
    expect(await early).toBeInstanceOf(TimeBeforeBackupError);
    expect(String(await early)).toMatch(range);
  }
  for (const folder of ['late', 'early']) expect(existsSync(join(root, folder))).toBe(false);
});

test('nothing is copied while nothing is written', async () => {
  const before = pieces().length;
  await archiver.ship();
  await archiver.ship();
  expect(pieces()).toHaveLength(before);
});

test('one flipped byte in the log is an error that names the file, and nothing is kept @audit', async () => {
  const file = pieces().at(-1) ?? '';
  const whole = await readFile(file);
  const changed = Buffer.from(whole);
  changed[whole.length - 5] = (changed[whole.length - 5] ?? 0) ^ 1;
  await writeFile(file, changed);
  await expect(restore('damaged', 'newest')).rejects.toThrow(`${file} is damaged`);
  expect(existsSync(join(root, 'damaged'))).toBe(false);
  await writeFile(file, whole);
});

test('a target that cannot be reached loses nothing once it is back; what is old is removed @audit', async () => {
  await rm(join(backups, 'log'), { recursive: true });
  await writeFile(join(backups, 'log'), 'in the way');
  await write('five');
  await expect(archiver.ship()).rejects.toThrow(/BACKUP_TO/);
  await rm(join(backups, 'log'));
  await write('six');
  await archiver.ship();
  await rm(base);
  await backUp(base);
  await write('seven');
  await archiver.ship();
  expect((await restore('back', 'newest')).leads.slice(-3)).toEqual(['five', 'six', 'seven']);
  expect(await pruneWalArchive(target, 0)).toBe(0);
  expect(await pruneWalArchive(target, Date.now() + 7_200_000)).toBeGreaterThan(0);
  expect(readdirSync(join(backups, 'log'))).toEqual([]);
});
