import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientConfig, type DatabaseConnection } from '../../backend/src/database/connection.ts';
import { readMigrations } from '../../backend/src/database/migration-files.ts';
import { migrate } from '../../backend/src/database/migrate.ts';
import { startCluster, type Cluster } from '../../backend/wire-tests/cluster.ts';
import { carryOver } from '../carry-over/carry-over.ts';
import { different, renamed } from '../carry-over/expected-differences.ts';
import { readFirstChain } from '../carry-over/read-first-chain.ts';
import { compareSchemas, readSchema, type Schema } from '../../backend/src/upgrade/read-schema.ts';
import { root } from './test-database.ts';

let cluster: Cluster;
let fresh: Schema;
const first = readFirstChain();

beforeAll(async () => {
  cluster = await startCluster();
  const connection = await cluster.createDatabase();
  await migrate(connection, await carriedChain());
  fresh = await on(connection, readSchema);
}, 120_000);

afterAll(() => cluster.stop());

async function presentChain(): Promise<Parameters<typeof migrate>[1]> {
  const [own, product] = await Promise.all([
    readMigrations(join(root, 'backend/src/migrations')),
    readMigrations(join(root, 'supabase/migrations')),
  ]);
  return [
    { source: 'backend', migrations: own, anyOrder: true },
    { source: 'project', migrations: product },
  ];
}

/** The migrations that the script stands for; newer ones run at the next start, as in every database. */
async function carriedChain(): Promise<Parameters<typeof migrate>[1]> {
  const last: Record<string, string> = { backend: '1400', project: '20261122952100' };
  return (await presentChain()).map((chain) => ({
    ...chain,
    migrations: chain.migrations.filter(({ version }) => version <= (last[chain.source] ?? '')),
  }));
}

/** Only newer files may be new to a carried-over database. */
async function expectToStart(connection: DatabaseConnection): Promise<void> {
  const carried = (await carriedChain()).flatMap(({ migrations }) => migrations.map(({ file }) => file));
  const all = (await presentChain()).flatMap(({ migrations }) => migrations.map(({ file }) => file));
  const applied = await migrate(connection, await presentChain());
  expect(applied).toEqual(all.filter((file) => !carried.includes(file)));
  expect(await migrate(connection, await presentChain())).toEqual([]);
}

async function on<T>(connection: DatabaseConnection, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(clientConfig(connection));
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function makeOldDatabase(): Promise<DatabaseConnection> {
  const connection = await cluster.createDatabase();
  await migrate(connection, [first.backend, first.project]);
  const samples = await Promise.all(
    ['seed.sql', 'sample-leads.sql'].map((file) => readFile(join(root, 'supabase', file), 'utf8')),
  );
  await on(connection, async (client) => {
    // the first migrations have no case studies, which stand last
    for (const sql of samples) await client.query(sql.split('-- Case studies')[0] ?? '');
    await client.query(`
      insert into auth.users (id, email, email_confirmed_at, email_proved_at)
      values ('00000000-0000-4000-8000-0000000000a1', 'ana@roy.example', now(), '2026-11-01');
      insert into staff (user_id, role) values ('00000000-0000-4000-8000-0000000000a1', 'owner');
      insert into suspected_leads (name, email, score) values ('Di Spam', 'di@spam.example', 7);
      insert into private.unannounced_leads select id from leads limit 2;
      insert into backend.loose_blobs (version, held_until) values ('v1', now());`);
  });
  return connection;
}

const presentName: Record<string, string> = {
  'public.suspected_leads': 'public.quarantined_leads',
  'private.unannounced_leads': 'private.pending_lead_notices',
  'backend.loose_blobs': 'backend.orphaned_blobs',
};

/** A hash of all rows, by the table's present name; the record of migrations is not data. */
async function readData(client: Client): Promise<Record<string, string>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'private', 'auth', 'storage', 'backend', 'realtime')
       and oid <> 'backend.migrations'::regclass`,
  );
  const data: Record<string, string> = {};
  for (const { name } of tables) {
    const whole = name.includes('.') ? name : `public.${name}`;
    const { rows } = await client.query<{ hash: string }>(
      `select count(*) || ' ' || md5(coalesce(string_agg(line, e'\\n' order by line), '')) as hash
       from (select replace((to_jsonb(t) - 'position')::text, 'email_proved_at', 'email_verified_at')::jsonb::text as line from ${name} as t) as lines`,
    );
    data[presentName[whole] ?? whole] = rows[0]?.hash ?? '';
  }
  return data;
}

test('a database of the first migrations is rejected in one line that names the command, and is left as it is', async () => {
  const connection = await makeOldDatabase();
  const before = await on(connection, readData);
  const starting = presentChain().then((chain) => migrate(connection, chain));
  await expect(starting).rejects.toThrow(
    /^This database was made by an earlier version: [^\n]+ run "npm run carry-over" once \(supabase\/carry-over\/carry-over\.sql [^\n]+$/,
  );
  expect(await on(connection, readData)).toEqual(before);
  expect(
    await on(connection, async (client) => compareSchemas(fresh, await readSchema(client)).size),
  ).not.toBe(0);
}, 120_000);

test('it is carried over with every row, then has the schema of a new one, and starts', async () => {
  const connection = await makeOldDatabase();
  const before = await on(connection, readData);
  expect(before['public.quarantined_leads']).toMatch(/^1 /);
  expect(await carryOver(connection)).toBe(true);
  expect(await on(connection, readData)).toEqual(before);
  const schema = await on(connection, readSchema);
  expect(Object.fromEntries(compareSchemas(fresh, schema))).toEqual({});

  expect(await carryOver(connection)).toBe(false);
  const script = await readFile(join(root, 'supabase/carry-over/carry-over.sql'), 'utf8');
  await on(connection, (client) => client.query(script));
  expect(Object.fromEntries(compareSchemas(fresh, await on(connection, readSchema)))).toEqual({});
  expect(await on(connection, readData)).toEqual(before);
  await expectToStart(connection);
}, 120_000);

test('one that stopped half-way through the first migrations is carried over too @audit', async () => {
  const connection = await cluster.createDatabase();
  const some = { ...first.project, migrations: first.project.migrations.slice(0, 30) };
  await migrate(connection, [{ ...first.backend, migrations: first.backend.migrations.slice(0, 12) }, some]);
  expect(await carryOver(connection)).toBe(true);
  expect(Object.fromEntries(compareSchemas(fresh, await on(connection, readSchema)))).toEqual({});
}, 120_000);

test("another project's migrations stay its own", async () => {
  const connection = await cluster.createDatabase();
  await migrate(connection, [first.backend]);
  await on(connection, (client) =>
    client.query(
      `insert into backend.migrations values ('project', '20260101000000', '20260101000000_a.sql', 'x')`,
    ),
  );
  expect(await carryOver(connection)).toBe(true);
  const { rows } = await on(connection, (client) =>
    client.query(
      `select source, count(*)::int as files from backend.migrations group by source order by source`,
    ),
  );
  expect(rows).toEqual([
    { source: 'backend', files: 5 },
    { source: 'project', files: 1 },
  ]);
}, 120_000);

test('a hosted project runs the script without a superuser, and its own record of migrations follows @audit', async () => {
  const connection = await cluster.createDatabase();
  await migrate(connection, [first.backend]);
  const login = `hosted_${connection.database}`;
  await on(connection, async (client) => {
    // What owns the schemas of a hosted project; tables of auth, storage and realtime are not its own.
    await client.query(`
      create role ${login} createrole bypassrls;
      grant anon, authenticated, service_role to ${login};
      grant usage, create on schema public, extensions to ${login};
      alter default privileges for role ${login} in schema public grant all on tables to anon, authenticated, service_role;
      alter default privileges for role ${login} in schema public grant all on routines to anon, authenticated, service_role;
      grant create on database ${connection.database} to ${login};
      alter schema public owner to ${login};
      grant usage on schema auth, storage, realtime to ${login};
      grant all on all tables in schema auth, storage, realtime to ${login};
      grant select on backend.migrations to ${login}; grant usage on schema backend to ${login};
      create extension if not exists pg_trgm with schema extensions;
      create schema supabase_migrations authorization ${login};
      create table supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
      alter table supabase_migrations.schema_migrations owner to ${login};
      alter publication supabase_realtime owner to ${login};
      drop event trigger pgrst_ddl_watch; drop event trigger pgrst_drop_watch; drop event trigger realtime_watch_ddl;
      drop schema backend cascade;
      drop function realtime.note_change(), realtime.note_message(), realtime.watch_publication(), realtime.watch_ddl() cascade;`);
    // There the owner of a project may write policies of these two tables (supautils).
    await client.query(`alter table storage.objects owner to ${login}; alter table realtime.messages owner to ${login};
      set role ${login}`);
    for (const { sql, version } of first.project.migrations) {
      await client.query(sql);
      await client.query(`insert into supabase_migrations.schema_migrations (version) values ('${version}')`);
    }
    await client.query(await readFile(join(root, 'supabase/carry-over/carry-over.sql'), 'utf8'));
    const { rows } = await client.query<{ version: string }>(
      'select version from supabase_migrations.schema_migrations order by version',
    );
    const product = (await carriedChain())[1]?.migrations ?? [];
    expect(rows.map(({ version }) => version)).toEqual(product.map(({ version }) => version));
    const left = [...compareSchemas(fresh, await readSchema(client)).keys()];
    const ofProduct = /^\S+ (public|private)\.|^trigger auth\.|^policy /;
    const byServer = /^trigger public\.\w+\.realtime_/;
    expect(left.filter((name) => ofProduct.test(name) && !byServer.test(name))).toEqual([]);
  });
}, 120_000);

test('every difference between the first schema and the present one is listed with its reason', async () => {
  const connection = await cluster.createDatabase();
  await migrate(connection, [first.backend, first.project]);
  const words = renamed.map(([before, now]) => [new RegExp(`\\b${before}(?=_|\\b)`, 'g'), now] as const);
  const present = (text: string): string =>
    words.reduce((made, [before, now]) => made.replace(before, now), text);
  // Comments and line breaks inside a function are no difference.
  const plain = (text: string): string => text.replaceAll(/^\s*--.*\n/gm, '').replaceAll(/\s+/g, ' ');
  const old = await on(connection, readSchema);
  const oldNow = new Map([...old].map(([name, text]) => [present(name), plain(present(text))]));
  const freshNow = new Map([...fresh].map(([name, text]) => [name, plain(text)]));
  const names = [...compareSchemas(oldNow, freshNow).keys()];
  expect(names.filter((name) => !different.some(([, objects]) => objects.test(name)))).toEqual([]);
  expect(different.filter(([, objects]) => !names.some((name) => objects.test(name)))).toEqual([]);
}, 120_000);

test('npm run carry-over does it for the database that DATABASE_URL names @audit', async () => {
  const connection = await makeOldDatabase();
  const { user, password, host, port, database } = connection;
  const url = `postgres://${user}:${encodeURIComponent(password)}@${encodeURIComponent(host)}:${port}/${database}`;
  const run = () =>
    promisify(execFile)(process.execPath, [join(root, 'cli/main.ts'), 'carry-over'], {
      env: { ...process.env, DATABASE_URL: url, SITE_URL: 'https://fairlead.example' },
    });
  expect((await run()).stdout).toBe('the database is carried over; start as usual\n');
  expect((await run()).stdout).toBe('nothing to do\n');
  await expectToStart(connection);
}, 120_000);
