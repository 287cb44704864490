import { beforeEach, expect, test } from 'vitest';
import { startOwnCluster } from '../../wire-tests/cluster.ts';
import { queryRows } from '../../wire-tests/query-rows.ts';
import { setUp } from '../../wire-tests/set-up.ts';
import type { ConnectionParameters } from '../database/connection-parameters.ts';
import { migrateDatabase } from '../database/migrate-database.ts';
import { toMigration } from '../database/migration-files.ts';
import { rebuildDatabase } from './rebuild-database.ts';

const cluster = setUp(startOwnCluster);
let connection: ConnectionParameters;

const frozen = `create table leads (id int generated always as identity primary key, name text);
  create table registered (name text primary key); insert into registered values ('leads')`;
const former = `alter table leads add column budget int, add column note text;
  create table answers (lead int); insert into registered values ('answers')`;

function setsOf(unreleased: string) {
  const migrations = [toMigration('1_frozen.sql', frozen), toMigration('3_unreleased.sql', unreleased)];
  return [{ source: 'project', migrations }];
}

function rebuild(unreleased: string): Promise<number> {
  const ownedByMigrations = ['public.registered'];
  return rebuildDatabase(connection, { sets: setsOf(unreleased), program: '1.0.0', ownedByMigrations });
}

beforeEach(async () => {
  connection = await cluster.createDatabase();
  const migrations = [toMigration('1_frozen.sql', frozen), toMigration('2_unreleased.sql', former)];
  await migrateDatabase(connection, [{ source: 'project', migrations }]);
  await queryRows(
    connection,
    `insert into leads (name, budget) values ('Ana', 7), ('Noor', null);
     insert into backend.migrations (source, version, file, checksum) values ('seed', 'seed.sql', 'seed.sql', '')`,
  );
});

test('B-430 rows, sequences and the record of seeds are in the rebuilt database, what migrations registered is new', async () => {
  const present = `alter table leads add column budget bigint, add column phone text not null default 'none';
    insert into registered values ('budgets');
    -- Last, by hand:
    update leads set phone = 'asked' where budget is not null`;
  expect(await rebuild(present)).toBe(2);
  await queryRows(connection, `insert into leads (name) values ('Li')`);
  expect(await queryRows(connection, 'select * from leads order by id')).toEqual([
    { id: 1, name: 'Ana', budget: '7', phone: 'asked' },
    { id: 2, name: 'Noor', budget: null, phone: 'none' },
    { id: 3, name: 'Li', budget: null, phone: 'none' },
  ]);
  expect(await queryRows(connection, 'select name from registered order by 1')).toEqual([
    { name: 'budgets' },
    { name: 'leads' },
  ]);
  expect(await queryRows(connection, 'select file from backend.migrations order by 1')).toEqual([
    { file: '1_frozen.sql' },
    { file: '3_unreleased.sql' },
    { file: 'seed.sql' },
  ]);
  expect(await migrateDatabase(connection, setsOf(present))).toEqual([]);
  expect(await queryRows(connection, `select datname from pg_database where datname ~ '_rebuilt$'`)).toEqual(
    [],
  );
});

test.each([
  [
    'a value without a column',
    'select 1',
    'this version has no column "public"."leads"."budget", and would lose it in 1 row(s)',
  ],
  [
    'a value that a rule rejects',
    'alter table leads add column budget int check (budget > 7)',
    'violates check constraint',
  ],
  [
    'a row without a required value',
    'alter table leads add column budget int not null',
    'violates not-null constraint',
  ],
  [
    'a row that refers to none',
    'alter table leads add column budget int references leads (id)',
    'violates foreign key constraint',
  ],
])('B-430 %s stops a rebuild, and the database is as it was', async (_case, present, message) => {
  await expect(rebuild(present)).rejects.toThrow(message);
  expect(await queryRows(connection, 'select budget from leads order by id')).toEqual([
    { budget: 7 },
    { budget: null },
  ]);
});

test('B-430 a row without a table stops a rebuild', async () => {
  await queryRows(connection, 'insert into answers values (1)');
  await expect(rebuild('alter table leads add column budget int')).rejects.toThrow(
    'this version has no table "public"."answers", and would lose it in 1 row(s)',
  );
});
