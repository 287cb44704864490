import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { startCluster } from '../../wire-tests/cluster.ts';
import { queryRows } from '../../wire-tests/query-rows.ts';
import { setUp, setUpFolder } from '../../wire-tests/set-up.ts';
import type { ConnectionParameters } from './connection-parameters.ts';
import { migrateDatabase, readMigrationStatus } from './migrate-database.ts';
import { readMigrations, toMigration } from './migration-files.ts';
import { seedDatabase } from './seed-database.ts';

const cluster = setUp(startCluster);
const root = setUpFolder();
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

test('files run in order of their version, once, and are recorded', async () => {
  const folder = await mkdtemp(join(root, 'migrations-'));
  await writeFile(join(folder, '10_c.sql'), 'insert into a values (3)');
  await writeFile(join(folder, '2_b.sql'), 'insert into a values (2)');
  await writeFile(join(folder, '1_a.sql'), 'create table a (n int, at int generated always as identity)');
  await writeFile(join(folder, 'notes.txt'), 'not a migration');
  const sets = [{ source: 'project', migrations: await readMigrations(folder) }];
  expect(await migrateDatabase(connection, sets)).toEqual(['1_a.sql', '2_b.sql', '10_c.sql']);
  expect(await migrateDatabase(connection, sets)).toEqual([]);
  expect(await queryRows(connection, 'select n from a order by at')).toEqual([{ n: 2 }, { n: 3 }]);
  expect(
    await queryRows(
      connection,
      'select file, length(checksum) as digits from backend.migrations order by applied_at',
    ),
  ).toEqual([
    { file: '1_a.sql', digits: 64 },
    { file: '2_b.sql', digits: 64 },
    { file: '10_c.sql', digits: 64 },
  ]);
});

test('a changed applied file is rejected by name, and nothing is applied', async () => {
  await apply(first);
  await expect(apply(['1_a.sql', 'create table a (n bigint)'], second)).rejects.toThrow(
    'Migration 1_a.sql was changed after it was applied: restore it and write the change as a new file',
  );
  expect(await queryRows(connection, 'select * from a')).toEqual([]);
});

test('a migration whose line ends changed counts as unchanged', async () => {
  await apply(['1_a.sql', 'create table a (\nn int)']);
  expect(await apply(['1_a.sql', 'create table a (\r\nn int)'])).toEqual([]);
});

test('a missing applied file and a file older than the newest applied one are rejected', async () => {
  await apply(first, second);
  await expect(apply(first)).rejects.toThrow(
    'Migration 2_b.sql was applied to this database but its file is gone',
  );
  await expect(apply(['0_z.sql', 'select 1'], first, second)).rejects.toThrow(
    '0_z.sql is older than 2_b.sql',
  );
});

test('names without a version and duplicate versions are rejected', async () => {
  expect(() => toMigration('a.sql', '')).toThrow('Migration a.sql has no version');
  const folder = await mkdtemp(join(root, 'migrations-'));
  await writeFile(join(folder, '1_a.sql'), '');
  await writeFile(join(folder, '1_b.sql'), '');
  await expect(readMigrations(folder)).rejects.toThrow('have the same version');
});

test('a failing file is rolled back, earlier files stay, and the error names its line', async () => {
  const failing: [string, string] = [
    '2_b.sql',
    `create table é (n int);\ninsert into a values (1);\n\ninsert into nowhere values (1);`,
  ];
  await expect(apply(first, failing)).rejects.toThrow(
    'Migration 2_b.sql failed at line 4: relation "nowhere" does not exist',
  );
  expect(await queryRows(connection, 'select * from a')).toEqual([]);
  expect(await queryRows(connection, `select to_regclass('é') as made`)).toEqual([{ made: null }]);
  expect(await queryRows(connection, 'select file from backend.migrations')).toEqual([{ file: '1_a.sql' }]);
  expect(await apply(first, second)).toEqual(['2_b.sql']);
});

test('an error that PostgreSQL gives no position has the line of its statement', async () => {
  const before = `create table é (n int unique); -- ;\nselect $$;\n$$, ';';\n\n`;
  const cases = [
    [
      `insert into é\nvalues (1), (1);`,
      'line 5: duplicate key value violates unique constraint "é_n_key"; statement: insert into é values (1), (1)',
    ],
    [`select 1;\nselect 1 / (select 0);`, 'line 6: division by zero; statement: select 1 / (select 0)'],
    [`/* ; */ drop table nowhere;`, 'line 5: table "nowhere" does not exist; statement: drop table nowhere'],
    [
      `copy é from stdin;`,
      'line 5: COPY from stdin failed: COPY from stdin needs psql: write the rows as inserts; statement: copy é from stdin',
    ],
    [
      `do $$\nbegin\n  raise exception 'no';\nend $$;`,
      `line 7: no; statement: … raise exception 'no'; end $$`,
    ],
  ] as const;
  for (const [statements, message] of cases) {
    await expect(apply(['1_a.sql', before + statements])).rejects.toThrow(
      `Migration 1_a.sql failed at ${message}; nothing was changed`,
    );
  }
});

test('a missing extension is reported with its line and the fix', async () => {
  const sql =
    'create table a (n int);\n\ncreate extension if not exists "nowhere_ext" with schema extensions;';
  await queryRows(connection, 'create schema extensions');
  await expect(apply(['1_a.sql', sql])).rejects.toThrow(
    /^Migration 1_a\.sql failed at line 3: this PostgreSQL has no extension nowhere_ext; .*Set DATABASE_URL .* or take out that line/,
  );
  const folder = await mkdtemp(join(root, 'seeds-'));
  await writeFile(join(folder, 'seed.sql'), '\ncreate extension nowhere_ext');
  await expect(seedDatabase(connection, [join(folder, 'seed.sql')])).rejects.toThrow(
    'Seed file seed.sql failed at line 2: this PostgreSQL has no extension nowhere_ext',
  );
});

test('settings that one migration changes do not apply to the next', async () => {
  await apply(
    ['1_a.sql', `select pg_catalog.set_config('search_path', '', false); create table public.a (n int)`],
    ['2_b.sql', 'insert into a values (1)'],
  );
  expect(await queryRows(connection, 'select * from a')).toEqual([{ n: 1 }]);
});

test('two migrators at once apply each file once', async () => {
  const files = Array.from({ length: 20 }, (_item, n): [string, string] => [
    `${n + 1}_file.sql`,
    n === 0 ? 'create table a (n int)' : `insert into a values (${n})`,
  ]);
  const both = await Promise.all([apply(...files), apply(...files), apply(...files)]);
  expect(both.map((applied) => applied.length).sort()).toEqual([0, 0, 20]);
  expect(await queryRows(connection, 'select count(*)::int as count from a')).toEqual([{ count: 19 }]);
});

test('our own migrations run in many databases of one cluster at once', async () => {
  const migrations = await readMigrations(new URL('../migrations', import.meta.url).pathname);
  const databases = await Promise.all([1, 2, 3, 4].map(() => cluster.createDatabase()));
  const applied = await Promise.all(
    databases.map((database) =>
      migrateDatabase(database, [{ source: 'backend', migrations, anyOrder: true }]),
    ),
  );
  for (const files of applied) expect(files).toEqual(migrations.map(({ file }) => file));
});

test('callers cannot read the record of migrations', async () => {
  const migrations = await readMigrations(new URL('../migrations', import.meta.url).pathname);
  await migrateDatabase(connection, [{ source: 'backend', migrations, anyOrder: true }]);
  for (const role of ['anon', 'authenticated', 'service_role']) {
    await expect(
      queryRows(connection, `set role ${role}; select * from backend.migrations`),
    ).rejects.toMatchObject({
      code: '42501',
    });
  }
});

test('a seed file runs once, and a failing one is rolled back', async () => {
  await apply(first);
  const folder = await mkdtemp(join(root, 'seed-'));
  const [good, bad] = [join(folder, 'seed.sql'), join(folder, 'bad.sql')];
  await writeFile(good, 'insert into a values (1)');
  await writeFile(bad, 'insert into a values (2); select 1 / 0');
  expect(await seedDatabase(connection, [good])).toEqual(['seed.sql']);
  await writeFile(good, 'insert into a values (1), (1)');
  expect(await seedDatabase(connection, [good])).toEqual([]);
  await expect(seedDatabase(connection, [bad])).rejects.toThrow(
    'Seed file bad.sql failed at line 1: division by zero',
  );
  expect(await queryRows(connection, 'select n from a')).toEqual([{ n: 1 }]);
});

const base: [string, string] = [
  '2_base.sql',
  `-- replaces: commit 0123456789abcdef, sha256 ${toMigration(...second).checksum}\ncreate table a (n int);\ninsert into a values (1);`,
];
const third: [string, string] = ['3_c.sql', 'insert into a values (3)'];

test('a base migration creates a new database', async () => {
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

const later: [string, string] = [
  '4_later_base.sql',
  `-- replaces: commit fedcba9876543210, sha256 ${toMigration('4_d.sql', 'insert into a values (4)').checksum}\ninsert into a values (3), (4);`,
];
const fourth: [string, string] = ['4_d.sql', 'insert into a values (4)'];

test('with two base migrations, a database records the one whose files it has, runs the other, and keeps what is newer', async () => {
  const fifth: [string, string] = ['5_e.sql', 'insert into a values (5)'];
  const rows = () => queryRows(connection, 'select n from a order by n');
  const files = () => queryRows(connection, 'select file from backend.migrations order by version');
  const all = [{ n: 1 }, { n: 3 }, { n: 4 }, { n: 5 }];
  const recorded = [{ file: '2_base.sql' }, { file: '4_later_base.sql' }, { file: '5_e.sql' }];
  for (const history of [
    [],
    [first, second],
    [first, second, third, fourth],
    [first, second, third, fourth, fifth],
  ]) {
    connection = await cluster.createDatabase();
    await apply(...history);
    await apply(base, later, fifth);
    expect(await apply(base, later, fifth)).toEqual([]);
    expect(await rows()).toEqual(all);
    expect(await files()).toEqual(recorded);
    expect(
      await queryRows(connection, 'select version from supabase_migrations.schema_migrations order by 1'),
    ).toEqual([{ version: '2' }, { version: '4' }, { version: '5' }]);
  }
});

test('a history that ends between two bases is rejected with the commit of the later one', async () => {
  await apply(first, second, third);
  await expect(apply(base, later)).rejects.toThrow('start the program of commit fedcba98 once');
});

test('a database with another form of the unreleased migration is rejected with the command that rebuilds it', async () => {
  const former: [string, string] = ['2_unreleased.sql', 'insert into a values (2)'];
  await apply(first, former);
  expect(await apply(first, former)).toEqual([]);
  const rejection =
    'This database has another form of the unreleased migration (2_unreleased.sql): run ./fairlead rebuild-database';
  for (const present of [
    ['2_unreleased.sql', 'insert into a values (3)'],
    ['3_unreleased.sql', 'insert into a values (3)'],
    ['3_released.sql', ''],
  ] as [string, string][])
    await expect(apply(first, present)).rejects.toThrow(rejection);
  await expect(apply(first)).rejects.toThrow(rejection);
  // A release renames it.
  expect(await apply(first, ['2_0_2_0.sql', former[1]])).toEqual([]);
});
