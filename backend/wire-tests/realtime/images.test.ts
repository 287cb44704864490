// Tests what is stored for postgres_changes: that records are those of the rows, whatever the writer's settings, and
// that images are hidden, bounded and deleted.
import { expect, test } from 'vitest';
import type { RealtimePostgresChangesPayload } from '@supabase/supabase-js';
import { createImageStore } from '../../src/realtime/changes/image-store.ts';
import { startWireServer } from '../server.ts';
import { collect, join } from './client.ts';
import { openRaw } from './raw-socket.ts';
import { disconnectAfterTest, setUp } from '../set-up.ts';

type Change = RealtimePostgresChangesPayload<Record<string, unknown>>;

const sql = `
  create type public.mood as enum ('fine', 'not fine');
  create type public.point_of as (x int, "y z" text);
  create domain public.percent as numeric check (value between 0 and 100);
  create table public.values (
    id bigint primary key, gone text, big numeric, small float4, wide float8, bytes bytea, words json, facts jsonb,
    at timestamptz, local timestamp, day date, span interval, pause tstzrange, mood public.mood, spot public.point_of,
    spots public.point_of[], share public.percent, name varchar(20), code char(4), tags text[], flag boolean,
    "Mixed ""case""" text, table_of regclass, twice numeric generated always as (big * 2) stored,
    o int default 1, n text default 'n', image text default 'i', place int default 2, given int, old_rows int, "values" text
  );
  alter table public.values drop column gone;
  create table public."Named ""so""" ("of it" int primary key, note text);
  alter table public."Named ""so""" enable row level security;
  create policy own on public."Named ""so""" for select to anon using (
    'x' = (select "Named ""so""".note from generate_series(1, 1) as note)
    or note ~ '\\$1' or note = E'it''s'
  );
  create table public.parts (id int, part int, body text, primary key (id, part)) partition by list (part);
  create table public.parts_1 partition of public.parts for values in (1);
  create table public.parts_2 partition of public.parts for values in (2);
  create table public.filtered (id int primary key, step int);
  alter publication supabase_realtime add table public.values, public."Named ""so""", public.parts,
    public.filtered where (id > 10);
  create table public.large (id int primary key, step int, body bytea);
  alter table public.large alter column body set storage external;
  alter publication supabase_realtime add table public.large;
  do $$ begin
    if current_setting('server_version_num')::int < 180000 then return; end if;
    create table public.ranked (id int primary key, level int);
    execute 'alter table public.ranked add column hidden boolean generated always as (level > 5) virtual';
    alter table public.ranked enable row level security;
    create policy low on public.ranked for select to anon using (hidden is not true);
    alter publication supabase_realtime add table public.ranked;
  end $$;
`;

const server = setUp(() => startWireServer({ migrationsSql: sql }));

async function listen(
  table: string,
  key = server.secretKey,
): Promise<{ received: Change[]; errors: unknown[] }> {
  const channel = disconnectAfterTest(server.client(key)).channel(`images of ${table}`);
  const received = collect<Change>(channel, 'postgres_changes', { event: '*', schema: 'public', table });
  const errors = collect(channel, 'system', {});
  await join(channel);
  return { received, errors };
}

async function countImages(): Promise<number> {
  const { rows } = await server.pool.query<{ count: number }>(
    'select count(*)::int from realtime.statement_images',
  );
  return rows[0]?.count ?? -1;
}

test('B-362 no changed row is copied while there is no subscriber', async () => {
  await server.pool.query(
    `insert into filtered values (1, 1); update filtered set step = 2; delete from filtered`,
  );
  expect(await countImages()).toBe(0);
});

async function subscribedForS(): Promise<number> {
  const { rows } = await server.pool.query<{ seconds: number }>(
    `select (coalesce(pg_sequence_last_value('realtime.subscribed_until'), 0) - extract(epoch from now()))::float8 as seconds`,
  );
  return rows[0]?.seconds ?? 0;
}

test('B-362 above its size nothing is stored, also for a new subscriber, and a store that closes ends storing soon', async () => {
  const create = (maxBytes: number) =>
    createImageStore(
      server.pool,
      () => true,
      () => {},
      { sweepEveryMs: 600_000, keptMs: 40, maxBytes },
    );
  const full = create(0);
  await full.begin();
  expect(await subscribedForS()).toBeLessThan(0);
  const store = create(1024 ** 3);
  await store.begin();
  expect(await subscribedForS()).toBeGreaterThan(30);
  await store.close();
  expect(await subscribedForS()).toBeLessThan(17);
  await full.close();
});

test('B-362 a large value that a statement leaves alone is not read', async () => {
  await listen('large');
  const writer = await server.pool.connect();
  const blocks = async (): Promise<number> => {
    await writer.query('select pg_stat_force_next_flush()');
    const { rows } = await writer.query<{ blocks: number }>(
      `select (toast_blks_read + toast_blks_hit)::float8 as blocks from pg_statio_user_tables where relname = 'large'`,
    );
    return rows[0]?.blocks ?? -1;
  };
  await writer.query(`insert into large values (1, 1, convert_to(repeat('x', 20 * 1024 * 1024), 'UTF8'))`);
  const before = await blocks();
  await writer.query('update large set step = 2');
  const read = (await blocks()) - before;
  writer.release();
  expect(before).toBeGreaterThan(1000);
  expect(read).toBeLessThan(100);
});

test('B-362 rows with virtual generated columns, on which a policy may depend, are not copied', async ({
  skip,
}) => {
  const { rows } = await server.pool.query<{ found: boolean }>(
    `select to_regclass('public.ranked') is not null as found`,
  );
  if (!rows[0]?.found) skip('virtual generated columns exist since PostgreSQL 18');
  const { received, errors } = await listen('ranked', server.publishableKey);
  await server.pool.query('insert into ranked (id, level) values (1, 9)');
  await expect.poll(() => JSON.stringify(errors)).toContain('Changes may have been missed');
  expect(received).toEqual([]);
});

test('B-362 a record is byte for byte what PostgreSQL makes of the row, whatever the writer has set', async () => {
  const raw = await openRaw(server, `apikey=${server.secretKey}&vsn=2.0.0`);
  const texts: string[] = [];
  raw.socket.on('message', (data) => texts.push(String(data)));
  raw.sendFrame('1', '1', 'realtime:values', 'phx_join', {
    config: { postgres_changes: [{ event: '*', schema: 'public', table: 'values' }] },
  });
  await expect.poll(() => texts.join()).toContain('Subscribed to PostgreSQL');
  const writer = await server.pool.connect();
  await writer.query(`set datestyle = 'SQL, DMY'; set intervalstyle = 'sql_standard'; set extra_float_digits = 0;
    set timezone = 'America/St_Johns'; set bytea_output = 'escape'; set search_path = 'public'`);
  await writer.query(`insert into public.values values (
    9007199254740993, 12345678901234567890.12345678901234567890, 0.1, 0.1::float8 + 0.2, '\\x00ff5c27', '{ "b": 1,  "a" :2, "b":3 }',
    '{"b": 1, "a": "\\"\\\\\\n"}', '2026-03-04 05:06:07.123456Z', 'infinity', '2026-03-04', '-1 day 2 hours -3.5 seconds',
    '[2026-03-04 05:06:07Z,)', 'not fine', '(1,"a ""quoted"", \\\\ text")', array['(1,x)', '(,)']::public.point_of[], 12.50,
    E'line\\nbreak\\t(,)"', 'ab', array['a,b', null, '"', 'NULL', ''], null, 'x', 'public.values')`);
  await writer.query('reset all');
  writer.release();
  const { rows } = await server.pool
    .query<{ record: string }>(
      `begin; set local timezone = 'UTC'; select row_to_json(v)::text as record from public.values as v`,
    )
    .then((results) => (results as unknown as { rows: { record: string }[] }[])[2] ?? { rows: [] });
  await server.pool.query('rollback');
  await expect.poll(() => texts.at(-1)).toContain('"type":"INSERT"');
  expect(texts.at(-1)).toContain(`"record":${rows[0]?.record}`);
  await server.pool.query(`update public.values set flag = true`);
  await expect.poll(() => texts.at(-1)).toContain('"type":"UPDATE"');
  expect(texts.at(-1)).toContain(rows[0]?.record.replace('"flag":null', '"flag":true'));
  expect(texts.at(-1)).toContain('"old_record":{"id":9007199254740993}');
  raw.socket.terminate();
});

test('B-362 quoted names, texts that look like parameters, partitions and row filters', async () => {
  const named = await listen('Named "so"', server.publishableKey);
  const parts = await listen('parts');
  const filtered = await listen('filtered');
  await server.pool.query(`insert into "Named ""so""" values (1, 'x'), (2, '$1'), (3, 'it''s')`);
  await expect
    .poll(() => named.received.map((one) => one.new))
    .toEqual([
      { 'of it': 1, note: 'x' },
      { 'of it': 2, note: '$1' },
      { 'of it': 3, note: "it's" },
    ]);
  await server.pool.query(
    `insert into parts values (1, 1, 'a'); update parts set part = 2; update parts set body = 'b'`,
  );
  await expect
    .poll(() => parts.received.map(({ eventType, new: row, old }) => [eventType, { ...old, ...row }]))
    .toEqual([
      ['INSERT', { id: 1, part: 1, body: 'a' }],
      ['DELETE', { id: 1, part: 1 }],
      ['UPDATE', { id: 1, part: 2, body: 'a' }],
      ['UPDATE', { id: 1, part: 2, body: 'b' }],
    ]);
  await server.pool.query(
    `insert into filtered values (10, 1), (11, 1); update filtered set id = id - 1; delete from filtered`,
  );
  await expect
    .poll(() => filtered.received.map(({ eventType, new: row, old }) => [eventType, { ...old, ...row }]))
    .toEqual([
      ['INSERT', { id: 11, step: 1 }],
      ['DELETE', { id: 11 }],
    ]);
});

test('B-362 images of a form that the table has no longer are withheld, and the channel is told', async () => {
  const { received, errors } = await listen('filtered');
  await server.pool.query(`begin; insert into filtered values (12, 1);
    alter table filtered drop column step, add column other int; commit`);
  await expect.poll(() => JSON.stringify(errors)).toContain('Changes may have been missed');
  expect(received).toEqual([]);
});

test('B-362 images are granted to nobody, bounded, and gone within a minute after their commit', async () => {
  const { received } = await listen('values');
  const { rows: grants } = await server.pool.query(
    `select role from unnest(array['anon', 'authenticated', 'service_role', 'authenticator']) as role
     where has_any_column_privilege(role, 'realtime.statement_images', 'select, insert, update')
       or has_sequence_privilege(role, 'realtime.subscribed_until', 'usage, select, update')`,
  );
  expect(grants).toEqual([]);
  await server.pool.query('update public.values set flag = false');
  await expect.poll(() => received.length).toBe(1);
  const before = await countImages();
  expect(before).toBeGreaterThan(0);
  // A row of 9 MB is not copied.
  await server.pool.query(`update public.values set "Mixed ""case""" = repeat('x', 9 * 1024 * 1024)`);
  expect(await countImages()).toBe(before);
  const late = await server.pool.connect();
  await late.query('begin; update public.values set flag = true, "Mixed ""case""" = null where false');
  await late.query('insert into filtered values (20, 1)');
  const store = createImageStore(
    server.pool,
    () => false,
    () => {},
    { sweepEveryMs: 20, keptMs: 40, maxBytes: 1024 ** 3 },
  );
  await expect.poll(countImages).toBe(0);
  // Written before those, but committed after they were deleted.
  await late.query('commit');
  late.release();
  await expect.poll(countImages).toBe(1);
  await expect.poll(countImages).toBe(0);
  await store.close();
});
