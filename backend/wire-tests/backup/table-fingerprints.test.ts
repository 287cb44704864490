import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compareTableFingerprints, readTableFingerprints } from '../../src/backup/table-fingerprints.ts';
import { toClientConfig } from '../../src/database/connection-parameters.ts';
import { startCluster } from '../cluster.ts';
import { setUp } from '../set-up.ts';

const cluster = setUp(startCluster);
let client: Client;

beforeAll(async () => {
  client = new Client(toClientConfig(await cluster.createDatabase()));
  await client.connect();
  await client.query('begin');
  await client.query(
    `create table public.plain (id int, t int, words text, facts jsonb, at timestamptz, tags text[]);
     create table public.unhashable (id int, facts json, place point);
     insert into public.plain values (1, 3, 'one', '{"a":1}', now(), '{a,b}'), (2, null, null, null, null, null);
     insert into public.unhashable values (1, '{"a": 1}', '(1,2)')`,
  );
});

afterAll(() => client.end());

test('a table is hashed by its values, or as text where a type has no hash function', async () => {
  expect(await readTableFingerprints(client)).toMatchObject([
    { table: 'public.plain', rows: '2', of: 'values' },
    { table: 'public.unhashable', rows: '1', of: 'text' },
  ]);
});

test.each(['values', 'text'] as const)(
  'a changed value is found, also in an archive of rows as %s',
  async (of) => {
    const before = (await readTableFingerprints(client)).map((each) => ({
      table: each.table,
      of,
      rows: '',
      checksum: '',
    }));
    const known = await readTableFingerprints(client, before.slice(0, 1));
    expect(known[0]?.of).toBe(of);
    expect(compareTableFingerprints(known, await readTableFingerprints(client, known))).toEqual([]);
    await client.query(`savepoint change; update public.plain set tags = '{b,a}' where id = 1`);
    expect(compareTableFingerprints(known, await readTableFingerprints(client, known))).toEqual([
      'public.plain has other values in its 2 rows',
    ]);
    await client.query('rollback to savepoint change');
  },
);
