import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFolderTarget } from '@fairlead/backend/backup';
import { beforeEach, expect, test } from 'vitest';
import { createSecretKeyClient } from '../../site/app/data/server-settings.ts';
import {
  testCleanups,
  connectedBackend,
  databasePool,
  leadId,
  setUpMailWorkerFixture,
} from '../mail/mail-worker.fixture.ts';
import { syncErasures, reapplyErasures, type ErasureJobOptions } from './sync-erasures.ts';

setUpMailWorkerFixture();

const ana = 'ana@roy.example';
let options: ErasureJobOptions;
let backups: string;

beforeEach(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'erasures-'));
  backups = join(dataDir, 'elsewhere');
  await mkdir(backups);
  testCleanups.push(() => rmSync(dataDir, { recursive: true }));
  await databasePool.query('delete from private.erasures');
  const client = createSecretKeyClient(connectedBackend.access, connectedBackend.keys);
  options = { client, dataDir, log: ({ level }) => void (level === 'info' || expect.unreachable()) };
});

const keep = () => syncErasures(options, createFolderTarget(backups));

async function erase(...contacts: string[]): Promise<void> {
  const { rows } = await databasePool.query<{ id: string }>('select user_id as id from staff limit 1');
  const claims = JSON.stringify({ role: 'authenticated', sub: rows[0]?.id });
  await databasePool.query(`update staff set role = 'owner'`);
  await databasePool.query('begin');
  await databasePool.query(
    `select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)`,
    [claims],
  );
  await databasePool.query('select erase_person($1)', [contacts]);
  await databasePool.query('commit');
}

/** Restores the state of an older backup: the person, texts about them, and no erasure. */
async function restoreOlder(): Promise<void> {
  await databasePool.query(`
    delete from private.erasures;
    delete from leads;
    insert into leads (id, name, email, message, created_at) values
      ('${leadId}', 'Ana Roy', '${ana}', 'Hello', now() - interval '1 day'),
      ('1ead0000-0000-4000-8000-000000000002', 'Bo', 'bo@lind.example', 'Ask Ana@Roy.example, or 416.555.0142.', now() - interval '1 day');
    insert into leads (name, email, created_at) values ('Ana again', '${ana}', now() + interval '1 minute');`);
}

const leads = async () => {
  const { rows } = await databasePool.query('select name, email, message from leads order by name');
  return rows;
};

const afterwards = [
  { name: 'Ana again', email: ana, message: null },
  { name: 'Bo', email: 'bo@lind.example', message: 'Ask [erased], or [erased].' },
  { name: 'Erased', email: 'erased@erased.invalid', message: null },
];

test('B-74 a person who was erased is erased again in a database restored from an older backup, unless they wrote since then', async () => {
  await erase(ana, '416 555 0142');
  await keep();
  const kept = readFileSync(join(options.dataDir, 'erasures.jsonl'), 'utf8');
  expect(kept).not.toMatch(/ana|roy|0142/i);
  expect(readdirSync(join(backups, 'erasures'))).toHaveLength(1);
  const { rows } = await databasePool.query('select from private.erasures where is_stored');
  expect(rows).toHaveLength(1);

  await restoreOlder();
  await reapplyErasures(options);
  expect(await leads()).toEqual(afterwards);
  // A second start finds nothing to do.
  await reapplyErasures({ ...options, log: () => expect.unreachable() });
});

test('B-74 a data folder that died with its disk has its erasures back from beside the backups', async () => {
  await erase(ana, '416 555 0142');
  await keep();
  rmSync(join(options.dataDir, 'erasures.jsonl'));
  await restoreOlder();
  await keep();
  expect(await leads()).toEqual(afterwards);
  // A new backup target receives them too.
  const moved = join(options.dataDir, 'moved');
  await mkdir(moved);
  await syncErasures(options, createFolderTarget(moved));
  expect(readdirSync(join(moved, 'erasures'))).toHaveLength(1);
});

test('B-74 where backups cannot be reached, the data folder keeps the erasure, and the database asks again', async () => {
  await erase(ana);
  await rm(backups, { recursive: true });
  await expect(keep()).rejects.toThrow('is its disk mounted?');
  await mkdir(backups);
  await keep();
  expect(readdirSync(join(backups, 'erasures'))).toHaveLength(1);
});

test('B-74 leads are found by their ids where the key of the hashes is another one', async () => {
  await erase(ana);
  await keep();
  await restoreOlder();
  await databasePool.query(`update private.contact_key set value = extensions.gen_random_bytes(32)`);
  const events: string[] = [];
  await reapplyErasures({ ...options, log: ({ event }) => void events.push(event) });
  expect(events).toEqual(['erasures.applied', 'erasures.partly_applied']);
  expect((await leads()).map((row) => row['name'])).toEqual(['Ana again', 'Bo', 'Erased']);
});

test('B-73 unsent mail in the data folder that names the person is deleted, other mail stays', async () => {
  const mail = join(options.dataDir, 'mail');
  mkdirSync(mail);
  const put = (name: string, to: string, words: string) =>
    writeFileSync(
      join(mail, name),
      `To: ${to}\r\nSubject: Hello\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${words}\r\n`,
    );
  put('2026-01-01T10-00-00-000Z-reply-00000000.eml', 'Ana <Ana@roy.example>', 'Hello');
  put('2026-01-01T10-00-00-000Z-reply-00000001.eml', 'bo@lind.example', 'Write to ana=40roy.example.');
  put('2026-01-01T10-00-00-000Z-reply-00000002.eml', 'bo@lind.example', 'Hello');
  put('2999-01-01T10-00-00-000Z-reply-00000003.eml', ana, 'She wrote again');
  await erase(ana);
  await keep();
  expect(readdirSync(mail).toSorted()).toEqual([
    '2026-01-01T10-00-00-000Z-reply-00000002.eml',
    '2999-01-01T10-00-00-000Z-reply-00000003.eml',
  ]);
});
