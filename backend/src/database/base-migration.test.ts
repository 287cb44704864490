import { beforeEach, expect, test } from 'vitest';
import { startCluster } from '../../wire-tests/cluster.ts';
import { queryRows } from '../../wire-tests/query-rows.ts';
import { setUp } from '../../wire-tests/set-up.ts';
import type { ConnectionParameters } from './connection-parameters.ts';
import { migrateDatabase, readMigrationStatus } from './migrate-database.ts';
import { toMigration } from './migration-files.ts';

const cluster = setUp(startCluster);
let connection: ConnectionParameters;

beforeEach(async () => {
  connection = await cluster.createDatabase();
});

function apply(...files: [string, string][]): Promise<string[]> {
  return migrateDatabase(connection, [
    { source: 'project', migrations: files.map(([name, sql]) => toMigration(name, sql)) },
  ]);
}

const first: [string, string] = ['1_a.sql', 'create table a (n int)'];
const second: [string, string] = ['2_b.sql', 'insert into a values (1)'];
const base: [string, string] = [
  '2_base.sql',
  `-- replaces: commit 0123456789abcdef, sha256 ${toMigration(...second).checksum}\ncreate table a (n int);\ninsert into a values (1);`,
];
const third: [string, string] = ['3_c.sql', 'insert into a values (3)'];

test('a base migration makes a new database', async () => {
  expect(await apply(base, third)).toEqual(['2_base.sql', '3_c.sql']);
  expect(await apply(base, third)).toEqual([]);
  expect(await queryRows(connection, 'select n from a')).toEqual([{ n: 1 }, { n: 3 }]);
});

test('a history that ends with the last file of a base becomes its record, and no row is written again', async () => {
  await apply(first, second);
  const set = { source: 'project', migrations: [base, third].map(([name, sql]) => toMigration(name, sql)) };
  expect(await readMigrationStatus(connection, [set])).toMatchObject({
    isNew: false,
    files: ['2_base.sql', '3_c.sql'],
    adopted: ['2_base.sql'],
  });
  expect(await apply(base, third)).toEqual(['2_base.sql', '3_c.sql']);
  expect(await apply(base, third)).toEqual([]);
  expect(await queryRows(connection, 'select n from a')).toEqual([{ n: 1 }, { n: 3 }]);
  expect(await queryRows(connection, 'select file from backend.migrations order by version')).toEqual([
    { file: '2_base.sql' },
    { file: '3_c.sql' },
  ]);
});

test('the record of the Supabase CLI has the applied files, and a base in the place of those before it', async () => {
  const record = 'select version, name, statements from supabase_migrations.schema_migrations order by 1';
  await apply(first, second);
  // As in a database that an earlier version of the program has migrated.
  await queryRows(connection, `delete from supabase_migrations.schema_migrations where version = '1'`);
  await apply(first, second);
  expect(await queryRows(connection, record)).toEqual([
    { version: '1', name: 'a', statements: [first[1]] },
    { version: '2', name: 'b', statements: [second[1]] },
  ]);
  await apply(base, third);
  expect(
    await queryRows(connection, 'select version from supabase_migrations.schema_migrations order by 1'),
  ).toEqual([{ version: '2' }, { version: '3' }]);
});

test('a history that ends earlier, or with another file, is rejected with the commit to start once, and stays', async () => {
  const rejection =
    /^This database is of an earlier version \([^)]+\): start the program of commit 01234567 once with it, then this one$/;
  await apply(first);
  await expect(apply(base, third)).rejects.toThrow(rejection);
  await apply(first, ['2_b.sql', 'insert into a values (2)']);
  await expect(apply(base, third)).rejects.toThrow(rejection);
  expect(await queryRows(connection, 'select n from a')).toEqual([{ n: 2 }]);
});
