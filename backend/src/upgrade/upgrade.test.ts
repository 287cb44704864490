// Copies between databases of one cluster; `npm run drill -- major-upgrade` upgrades between two major versions.
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { startCluster } from '../../wire-tests/cluster.ts';
import { folderForTest, setUp } from '../../wire-tests/set-up.ts';
import { toClientConfig } from '../database/connection-parameters.ts';
import type { ConnectionParameters } from '../database/connection-parameters.ts';
import { copyDatabaseContent } from './copy-database-content.ts';
import { findObjectsOutsideMigrations } from './find-objects-outside-migrations.ts';
import { isDatabaseUpToDate } from './is-database-up-to-date.ts';
import { refreshCollations } from './refresh-collations.ts';
import { migrateDatabase } from '../database/migrate-database.ts';
import { toMigration } from '../database/migration-files.ts';
import { seedDatabase } from '../database/seed-database.ts';

const cluster = setUp(startCluster);

async function open(sql: string): Promise<{ client: Client; connection: ConnectionParameters }> {
  const connection = await cluster.createDatabase();
  const client = new Client(toClientConfig(connection));
  onTestFinished(() => client.end());
  await client.connect();
  await client.query(sql);
  return { client, connection };
}

const schema = `
  create table parent (id int generated always as identity primary key, "quoted ""name" text,
    doubled int generated always as (id * 2) stored, at timestamptz default now(), bytes bytea, number numeric, list int[]);
  create table child (parent int not null references parent deferrable, "select" text);
  create table nothing ();
  create function refuse() returns trigger language plpgsql as $$ begin raise 'a trigger ran'; end $$;
  create materialized view counted as select count(*)::int as rows from parent;`;
const triggers = 'create trigger refuse before insert on child execute function refuse()';

test('rows of every kind, identity and sequences arrive as they were; triggers rest, and own rows go', async () => {
  const source = await open(schema);
  await source.client.query(`
    insert into parent ("quoted ""name", bytes, number, list)
    values (e'tab\t line\n back\\slash \\N é 🚢', '\xdeadbeef00', 'NaN', '{1,null}'), (null, null, -0.10, '{}'), ('gone', null, null, null);
    delete from parent where id = 3; insert into child values (2, 'x'); insert into nothing default values;`);
  await source.client.query(triggers);
  const target = await open(schema);
  await target.client.query(`insert into parent ("quoted ""name") values ('of a migration'); ${triggers}`);
  expect(await copyDatabaseContent(source.client, target.client)).toBe(4);
  for (const sql of [
    'select * from parent order by id',
    'select * from child',
    'select count(*) from nothing',
  ])
    expect((await target.client.query(sql)).rows).toEqual((await source.client.query(sql)).rows);
  const { rows } = await target.client.query('insert into parent default values returning id, doubled');
  expect(rows).toEqual([{ id: 4, doubled: 8 }]);
  expect((await target.client.query('select rows from counted')).rows).toEqual([{ rows: 2 }]);
  await expect(target.client.query(`insert into child values (1, 'y')`)).rejects.toThrow('a trigger ran');
});

test('objects that no migration created are reported once, and no others', async () => {
  const [database, expected] = [await open(schema), await open(schema)];
  // A physical slot, as the WAL archive has.
  const slot = `upgrade_test_${process.pid}`;
  await database.client.query(`select pg_create_physical_replication_slot('${slot}')`);
  expect(await findObjectsOutsideMigrations(database.client, expected.client)).toEqual([]);
  await database.client.query(`select pg_drop_replication_slot('${slot}')`);
  await database.client.query(`
    create view seen as select id from parent; create extension citext; alter table child add column extra int;
    create table own (id int primary key check (id > 0)); create collation german (provider = icu, locale = 'de');
    create or replace function refuse() returns trigger language plpgsql as $$ begin return null; end $$;
    select lo_create(4711)`);
  expect(await findObjectsOutsideMigrations(database.client, expected.client)).toEqual([
    'column public.child.extra',
    'extension citext',
    'function public.refuse()',
    'index public.own_pkey',
    'table public.own',
    'large object 4711',
    'collation public.german',
    'view public.seen',
  ]);
});

test('an index whose collation has another version now is rebuilt, and the version recorded', async () => {
  const { client, connection } = await open(`
    create collation german (provider = icu, locale = 'de'); create table t (word text collate german);
    create index by_word on t (word); create index by_bytes on t (word collate "C");
    update pg_collation set collversion = 'old' where collname = 'german'`);
  const events: string[] = [];
  const refresh = (): Promise<string[]> =>
    refreshCollations(connection, ({ event }) => void events.push(event));
  const node = async () => (await client.query(`select pg_relation_filenode('by_word') as file`)).rows;
  const before = await node();
  expect(await refresh()).toEqual(['by_word']);
  expect(await node()).not.toEqual(before);
  expect(await refresh()).toEqual([]);
  expect(events).toEqual(['database.collation_refreshed']);
});

test('a database is up to date only if each file was run and recorded as it is, and no collation has changed', async () => {
  const { client, connection } = await open('');
  const first = toMigration('1_first.sql', 'create table t (word text)');
  const second = toMigration('10_second.sql', 'select 2');
  const own = { source: 'backend', migrations: [toMigration('0001_own.sql', 'select 1')], anyOrder: true };
  const sets = [own, { source: 'project', migrations: [first, second] }];
  const seed = join(folderForTest(), 'our seed.sql');
  writeFileSync(seed, `insert into t values ('x')`);
  const isNow = (): Promise<boolean> => isDatabaseUpToDate(connection, sets, [seed]);
  expect(await isNow()).toBe(false);
  await migrateDatabase(connection, sets);
  expect(await isNow()).toBe(false);
  await seedDatabase(connection, [seed]);
  expect(await isNow()).toBe(true);
  expect(await isDatabaseUpToDate(connection, sets, [seed, join(dirname(seed), 'our')])).toBe(false);

  const added = [own, { source: 'project', migrations: [first, second, toMigration('11_third.sql', '')] }];
  const changed = [own, { source: 'project', migrations: [first, toMigration('10_second.sql', 'select 3')] }];
  const missing = [own, { source: 'project', migrations: [first] }];
  for (const other of [added, changed, missing])
    expect(await isDatabaseUpToDate(connection, other, [seed])).toBe(false);
  for (const [breaking, mending] of [
    [
      `delete from supabase_migrations.schema_migrations where version = '10'`,
      `insert into supabase_migrations.schema_migrations values ('10')`,
    ],
    [
      `create collation german (provider = icu, locale = 'de'); create index by_word on t (word collate german);
       update pg_collation set collversion = 'old' where collname = 'german'`,
      `drop index by_word`,
    ],
    [
      `do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`,
      `set transaction read write; do $$ begin execute format('alter database %I reset all', current_database()); end $$`,
    ],
  ] as const) {
    await client.query(breaking);
    expect(await isNow()).toBe(false);
    await client.query(mending);
    expect(await isNow()).toBe(true);
  }
});
