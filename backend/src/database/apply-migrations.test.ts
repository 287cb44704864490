import { beforeEach, expect, test } from 'vitest';
import { startCluster } from '../../wire-tests/cluster.ts';
import { queryRows } from '../../wire-tests/query-rows.ts';
import { setUp } from '../../wire-tests/set-up.ts';
import type { ConnectionParameters } from './connection-parameters.ts';
import { migrateDatabase } from './migrate-database.ts';
import { toMigration } from './migration-files.ts';

const cluster = setUp(startCluster);
let connection: ConnectionParameters;
let warnings: string[];
const first: [string, string] = ['1_a.sql', `create type mood as enum ('calm'); create table a (m mood)`];

beforeEach(async () => {
  connection = await cluster.createDatabase();
  warnings = [];
  await apply(first);
});

function apply(...files: [string, string][]): Promise<string[]> {
  const migrations = files.map(([name, sql]) => toMigration(name, sql));
  const onWarning = (message: string): void => void warnings.push(message);
  return migrateDatabase(connection, [{ source: 'project', migrations }], { program: '1.2.3', onWarning });
}

test('in a database with data, one failing file leaves none applied', async () => {
  const bad: [string, string] = ['3_c.sql', 'select 1 / 0'];
  await expect(apply(first, ['2_b.sql', 'drop table a'], bad)).rejects.toThrow(
    'Migration 3_c.sql failed at line 1: division by zero; statement: select 1 / 0; nothing was changed',
  );
  expect(await queryRows(connection, 'select * from a')).toEqual([]);
  expect(await queryRows(connection, 'select file, program from backend.migrations')).toEqual([
    { file: '1_a.sql', program: '1.2.3' },
  ]);
});

test('files that cannot share a transaction get one each, with a warning', async () => {
  const adding: [string, string] = ['2_b.sql', `alter type mood add value 'glad'`];
  const using: [string, string] = ['3_c.sql', `insert into a values ('glad')`];
  expect(await apply(first, adding, using)).toEqual(['2_b.sql', '3_c.sql']);
  expect(await queryRows(connection, 'select m::text from a')).toEqual([{ m: 'glad' }]);
  expect(warnings).toEqual([
    expect.stringMatching(
      /^3_c\.sql cannot share a transaction with the files before it \(unsafe use of new value/,
    ),
  ]);
});

test('a file with its own COMMIT is named, and so is what remains applied when a later one fails', async () => {
  const own: [string, string] = ['2_b.sql', `create table b (); commit; create table c ()`];
  await expect(apply(first, own, ['3_c.sql', 'create table d (); select 1 / 0'])).rejects.toThrow(
    'Migration 3_c.sql failed at line 1: division by zero; statement: select 1 / 0; these stay applied: 2_b.sql',
  );
  expect(warnings).toEqual([expect.stringMatching(/^2_b\.sql has a transaction of its own: /)]);
  expect(
    await queryRows(connection, `select to_regclass('c')::text as c, to_regclass('d')::text as d`),
  ).toEqual([{ c: 'c', d: null }]);
  expect(await apply(first, own, ['3_c.sql', 'create table d ()'])).toEqual(['3_c.sql']);
});
