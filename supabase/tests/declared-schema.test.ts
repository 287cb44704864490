import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  toClientConfig,
  type ConnectionParameters,
  migrateDatabase,
  type MigrationSet,
} from '@fairlead/backend/database';
import { readMigrationSets } from '@fairlead/backend/project';
import {
  compareSchemas,
  dumpRows,
  readSchemaDefinitions,
  restoreDumpedRows,
} from '@fairlead/backend/upgrade';
import { startCluster, type Cluster } from '@fairlead/backend/testing';
import { applyDeclaredData } from '../declared/apply-declared-data.ts';
import { applyDeclaredSchema, readDeclaredSchema, schemasFolder } from '../declared/declared-schema.ts';
import { toMigrationSets, readLastReleaseSnapshot } from '../last-release/last-release.ts';
import { agencyFieldListFile, renderAgencyFields } from '../render-agency-fields.ts';
import { productTemplate, repositoryRoot } from './test-database.ts';

let cluster: Cluster;
let migrated: Client;
let declared: Client;
let sets: MigrationSet[];
const schema = readDeclaredSchema();

beforeAll(async () => {
  cluster = await startCluster();
  sets = await readMigrationSets({ folder: join(repositoryRoot, 'supabase'), migrationsEnabled: true });
  migrated = await connect(await cluster.createDatabase(productTemplate()));
  declared = await connect(await migratedDatabase(sets.slice(0, 1)));
  await applyDeclaredSchema(declared, schema);
}, 120_000);

afterAll(async () => {
  await migrated.end();
  await declared.end();
  await cluster.stop();
});

async function migratedDatabase(of: MigrationSet[]): Promise<ConnectionParameters> {
  const connection = await cluster.createDatabase();
  await migrateDatabase(connection, of);
  return connection;
}

async function connect(connection: ConnectionParameters): Promise<Client> {
  const client = new Client(toClientConfig(connection));
  client.on('error', () => {});
  await client.connect();
  return client;
}

/**
 * The differences from the declared schema. PostgreSQL 18 names NOT NULL constraints after the first table that had
 * them.
 */
async function differences(client: Client): Promise<object> {
  const found = compareSchemas(await readSchemaDefinitions(declared), await readSchemaDefinitions(client));
  return Object.fromEntries([...found].filter(([, { a, b }]) => !(a ?? b ?? '').startsWith('NOT NULL')));
}

test('the migrations make the declared schema (else: npm run migration)', async () => {
  expect(await differences(migrated)).toEqual({});
});

test('the migrations make the declared schema of the data of the last release too', async () => {
  const last = readLastReleaseSnapshot();
  const connection = await migratedDatabase(toMigrationSets(last));
  const client = await connect(connection);
  onTestFinished(() => client.end());
  await restoreDumpedRows(client, last);
  await migrateDatabase(connection, sets);
  expect(await differences(client)).toEqual({});
}, 120_000);

test('B-430 a database that applied each file which a frozen migration replaces has the same tables and rows', async () => {
  const last = readLastReleaseSnapshot();
  const each = { ...last, migrations: [...last.migrations, ...(last.replaced ?? [])] };
  const rows = [];
  for (const chain of [last, each]) {
    const connection = await migratedDatabase(toMigrationSets(last));
    const client = await connect(connection);
    onTestFinished(() => client.end());
    await restoreDumpedRows(client, last);
    await migrateDatabase(connection, toMigrationSets(chain));
    await migrateDatabase(connection, sets);
    expect(await differences(client)).toEqual({});
    const { tables } = await dumpRows(client);
    rows.push(
      tables
        .filter(({ name }) => !/"migrations"|"schema_migrations"/.test(name))
        .map((table) => ({ ...table, rows: table.rows.split('\n').toSorted() })),
    );
  }
  expect(rows[1]).toEqual(rows[0]);
}, 120_000);

test('the rows of data.sql are those of the migrations, and are not written again', async () => {
  expect(await applyDeclaredData(declared, schema.data)).toEqual([]);
  const tables = schema.data.flatMap(({ sql }) => /^insert into ([\w.]+)/.exec(sql)?.[1] ?? []);
  for (const table of new Set(['private.personal_data', 'private.mail_kinds', ...tables]))
    expect(await readRows(migrated, table), table).toEqual(await readRows(declared, table));
});

/** Without columns whose values are times or random. */
async function readRows(client: Client, table: string): Promise<unknown[]> {
  const { rows } = await client.query<{ row: object }>(
    `select to_jsonb(listed) - array(select attname::text from pg_attribute
       where attrelid = $1::regclass and atttypid in ('timestamptz'::regtype, 'bytea'::regtype)) as row
     from ${table} as listed order by 1`,
    [table],
  );
  return rows.map(({ row }) => row);
}

test('the list of agency fields is generated from their definition (else: npm run migration)', () => {
  expect(readFileSync(agencyFieldListFile, 'utf8')).toBe(renderAgencyFields());
});

test('no object is declared twice', () => {
  const names = [...schema.objects, ...schema.closing].flatMap(({ sql }) => {
    const text = sql.replaceAll(/\s+/g, ' ');
    const named =
      /^create (?:or replace )?(function [\w.]+ ?\(.*?\) returns)/.exec(text) ??
      /^create (?:unique )?((?:table|type|index) [\w.]+)/.exec(text) ??
      /^create ((?:trigger|policy) .*? on [\w.]+)/.exec(text);
    const name = named?.[1]?.replace(/ (before|after) .* on /, ' on ').replace(/default .*?(?=,|\))/g, '');
    return name === undefined ? [] : [name];
  });
  expect(names.length).toBeGreaterThan(700);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('each policy has one line with who and why', () => {
  const policies = schema.objects.filter(({ sql }) =>
    /^(create policy|select private\.add_policies)/.test(sql),
  );
  expect(policies.length).toBeGreaterThan(60);
  expect(policies.filter(({ comment }) => comment === '').map(({ file, sql }) => `${file}: ${sql}`)).toEqual(
    [],
  );
});

test('triggers of a lead are in one file, in firing order', () => {
  const triggers = schema.objects
    .map(({ file, sql }) => ({ file, sql: sql.replaceAll(/\s+/g, ' ') }))
    .filter(({ sql }) => /^create (constraint )?trigger .* on public\.leads /.test(sql));
  expect(triggers.length).toBeGreaterThan(20);
  expect(new Set(triggers.map(({ file }) => file))).toEqual(new Set(['40-leads/leads.sql']));
  const order = triggers.map(({ sql }) => {
    const [, name = '', moment] = /trigger (\w+) (before|after) /.exec(sql) ?? [];
    const step = moment === 'before' ? 1 : sql.includes('for each row') ? 2 : 3;
    return `${step} ${name}`;
  });
  expect(order).toEqual(order.toSorted());
});

test('no definition of the declared schema refers to an earlier one', () => {
  const texts = readdirSync(schemasFolder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.sql'))
    .map((file) => ({ file, text: readFileSync(join(schemasFolder, file), 'utf8') }));
  const vague = texts.filter(({ text }) => /-- as before|\b20\d{12}\b|create or replace/i.test(text));
  expect(vague.map(({ file }) => file)).toEqual([]);
});
