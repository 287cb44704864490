import { randomBytes, randomUUID } from 'node:crypto';
import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { Client } from 'pg';
import { beforeAll, expect, test, vi } from 'vitest';
import { blobPath } from '../../src/backup/archive-format.ts';
import { restoreBackup } from '../../src/backup/restore-backup.ts';
import { toClientConfig } from '../../src/database/connection-parameters.ts';
import { startEmbeddedServer } from '../../src/database/embedded-server.ts';
import { passphrase, readEntries } from './archive-entries.ts';
import { reopen, setUpBackedUpServer } from './backed-up-server.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const { root, dataDir, server, query, backUp } = setUpBackedUpServer();
const archive = join(root, 'one.backup');

async function writeBlob(version: string, content: string | Buffer): Promise<void> {
  const path = join(dataDir, 'storage', 'blobs', blobPath(version));
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

function restoreTo(folder: string, file = archive, words = passphrase): ReturnType<typeof restoreBackup> {
  // in pieces as large as those of a backup folder
  const source = createReadStream(file, { highWaterMark: 1024 * 1024 });
  return restoreBackup({ source, passphrase: words, dataDir: folder });
}

beforeAll(async () => {
  await query(`create table leads (id bigint generated always as identity primary key, name text, at timestamptz default now());
     create schema storage; create table storage.objects (name text primary key, version text);
     insert into leads (name) select 'lead ' || n from generate_series(1, 20000) n;
     create unlogged table copies (id int primary key, image text);
     insert into copies select n, repeat('image of a lead', 200) from generate_series(1, 100) n; checkpoint`);
  await writeFile(join(dataDir, 'keys.json'), '{"secretKey":"x"}', { mode: 0o600 });
  const version = randomUUID();
  await writeBlob(version, 'a picture');
  const large = randomUUID();
  await writeBlob(large, randomBytes(3_000_000));
  await query(`insert into storage.objects values ('kept.png', '${version}'), ('large.png', '${large}')`);
});

test('B-263 a backup of a server that is written to restores every row and file up to its restore point, elsewhere', async () => {
  const stopping = new AbortController();
  let acknowledged = 0;
  async function write(): Promise<void> {
    const client = new Client(toClientConfig(server.connection));
    await client.connect();
    for (let count = 0; !stopping.signal.aborted; count++) {
      const version = randomUUID();
      await writeBlob(version, `blob of ${count}`);
      await client.query(
        `with stored as (insert into storage.objects values ('${version}.png', '${version}'))
         insert into leads (name) values ('written meanwhile')`,
      );
      acknowledged += 1;
      // The file of a deleted row is deleted a moment later, as in the storage service.
      if (count % 3 === 0) {
        await client.query(`delete from storage.objects where version = '${version}'`);
        await rm(join(dataDir, 'storage', 'blobs', blobPath(version)));
      }
    }
    await client.end();
  }
  const writing = Promise.all([write(), write()]);
  const manifest = await backUp(archive).finally(() => stopping.abort());
  // No writer was the victim of a deadlock.
  await writing;
  expect(acknowledged).toBeGreaterThan(10);
  expect(manifest.missingBlobs).toEqual([]);
  const leads = manifest.database?.tables.find(({ table }) => table === 'public.leads');
  expect(Number(leads?.rows)).toBeGreaterThanOrEqual(20_000);

  // B-263: rows of unlogged tables, such as the images of realtime, are not in a backup.
  const rows = await query(
    `select pg_relation_filepath(oid) as path from pg_class
     where oid in ('copies'::regclass, 'copies_pkey'::regclass)
       or oid = (select reltoastrelid from pg_class where oid = 'copies'::regclass)`,
  );
  const entries = await readEntries(await readFile(archive));
  const names = entries.map(({ header: { name } }) => name);
  for (const { path } of rows)
    expect(names.filter((name) => name.includes(String(path)))).toEqual([
      expect.stringMatching(`${String(path)}_init$`),
    ]);

  const restored = join(root, 'elsewhere');
  const { header } = await restoreTo(restored);
  expect(header).toMatchObject({ format: 1, program: '0.1.0' });
  expect(await readFile(join(restored, 'keys.json'), 'utf8')).toBe('{"secretKey":"x"}');
  await reopen(restored, async (select) => {
    expect(await select('select count(*) as leads from leads')).toEqual([{ leads: leads?.rows }]);
    const objects = await select('select version from storage.objects');
    const files = readdirSync(join(restored, 'storage', 'blobs'), { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map(({ name }) => name);
    expect(files.toSorted()).toEqual(objects.map((object) => object['version']).toSorted());
    expect(await select('select id from copies')).toEqual([]);
    await select(`insert into copies values (1, 'again')`);
    // The sequence continues, and the database is writable.
    await select(`insert into leads (name) values ('first after the restore')`);
  });
});

test('one flipped byte anywhere, a missing end or another passphrase is an error, and nothing is kept @audit', async () => {
  const whole = await readFile(archive);
  const broken = join(root, 'broken.backup');
  const folder = join(root, 'never');
  for (const at of [200, whole.length - 5]) {
    const changed = Buffer.from(whole);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await writeFile(broken, changed);
    await expect(restoreTo(folder, broken), `byte ${at}`).rejects.toThrow(/damaged|passphrase|not a backup/i);
    expect(existsSync(folder)).toBe(false);
  }
  for (const length of [0, 70_000]) {
    await writeFile(broken, whole);
    await truncate(broken, length);
    await expect(restoreTo(folder, broken), `cut at ${length}`).rejects.toThrow(/damaged|not a backup/);
    expect(existsSync(folder)).toBe(false);
  }
  await expect(restoreTo(folder, archive, 'another passphrase')).rejects.toThrow(/BACKUP_PASSPHRASE/);
  await expect(
    restoreBackup({ source: Readable.from([randomBytes(1_000)]), passphrase, dataDir: folder }),
  ).rejects.toThrow(/not a backup/);
  expect(existsSync(folder)).toBe(false);
});

test('a folder that is not empty is left alone; a server does not start in an interrupted restore', async () => {
  const full = join(root, 'full');
  await mkdir(full);
  await writeFile(join(full, 'mine.txt'), 'mine');
  await expect(restoreTo(full)).rejects.toThrow(/not empty/);
  expect(readdirSync(full)).toEqual(['mine.txt']);
  await rename(join(full, 'mine.txt'), join(full, 'restore.json'));
  await expect(startEmbeddedServer({ dataDir: full })).rejects.toThrow(/interrupted/);
});

test('a stored file that was lost before is named, and does not prevent the backup @audit', async () => {
  await query(`insert into storage.objects values ('lost.png', '${randomUUID()}')`);
  const manifest = await backUp(join(root, 'two.backup'));
  expect(manifest.missingBlobs).toHaveLength(1);
});
