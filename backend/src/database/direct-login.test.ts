import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTcpServer } from '../../fakes/tcp-server.ts';
import { fillWithPristine } from '../../wire-tests/fill-with-pristine.ts';
import { queryRows } from '../../wire-tests/query-rows.ts';
import { setUpFolder } from '../../wire-tests/set-up.ts';
import { unusedPort } from '../../wire-tests/stock-postgres.ts';
import { readMigrationSets } from '../read-migration-sets.ts';
import { toClientConfig, type ConnectionParameters } from './connection-parameters.ts';
import { allowDirectLogin, directConnectionParameters } from './direct-login.ts';
import { startEmbeddedServer, type EmbeddedServer } from './embedded-server.ts';
import { migrateDatabase } from './migrate-database.ts';

const dataDir = setUpFolder();
let port: number;
let server: EmbeddedServer;
let direct: ConnectionParameters;

async function start(tcpPort?: number): Promise<void> {
  server = await startEmbeddedServer({ dataDir, tcpPort });
  if (tcpPort !== undefined) await allowDirectLogin(server.connection);
}

beforeAll(async () => {
  await fillWithPristine(dataDir);
  port = await unusedPort();
  server = await startEmbeddedServer({ dataDir, tcpPort: port });
  await migrateDatabase(
    server.connection,
    await readMigrationSets({ folder: dataDir, migrationsEnabled: false }),
  );
  await query(
    'create table books (title text); alter table books enable row level security',
    server.connection,
  );
  await allowDirectLogin(server.connection);
  direct = directConnectionParameters(server.connection, port);
});

afterAll(() => server.stop());

const query = (sql: string, connection = direct) => queryRows(connection, sql);

function isReachable(host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

test('B-240 with DATABASE_PORT, programs can read everything and write rows of schema public', async () => {
  await query(`insert into books values ('Emma')`);
  expect(await query('select title from books')).toEqual([{ title: 'Emma' }]);
  expect(await query('select count(*) > 0 as found from backend.migrations')).toEqual([{ found: true }]);
  expect(await query('select from pg_stat_activity where query is not null')).not.toEqual([]);
});

test('B-240 the login for programs is refused with another password, another name or from another address', async () => {
  await expect(query('select 1', { ...direct, password: 'wrong' })).rejects.toMatchObject({ code: '28P01' });
  const owner = { ...server.connection, host: direct.host, port };
  await expect(query('select 1', owner)).rejects.toMatchObject({ code: '28000' });
  const replication = new Client({ ...toClientConfig(direct), replication: 'database' } as object);
  replication.on('error', () => {});
  await expect(replication.connect()).rejects.toMatchObject({
    code: expect.stringMatching(/^(28000|42501)$/),
  });
  const others = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const reached = await Promise.all(
    others.map(async ({ address }) => ((await isReachable(address)) ? [address] : [])),
  );
  expect(reached.flat()).toEqual(['127.0.0.1']);
});

test('B-240 the login for programs is no superuser and cannot become one', async () => {
  expect(
    await query(
      'select rolsuper, rolcreaterole, rolcreatedb, rolreplication from pg_roles where rolname = current_user',
    ),
  ).toEqual([{ rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolreplication: false }]);
  for (const sql of [
    'set role postgres',
    'set role authenticator',
    'set session authorization postgres',
    'alter role direct superuser',
    'grant pg_read_server_files to direct',
    `select pg_read_file('/etc/passwd')`,
    `copy books from '/etc/passwd'`,
    `copy books to program 'id'`,
    `select lo_import('/etc/passwd')`,
    "alter system set log_statement = 'all'",
    'create table public.mine ()',
    'create function public.mine() returns int language sql return 1',
    'create temporary table mine ()',
    `create function pg_temp.mine() returns int language sql return 1`,
    'create schema mine',
    'create extension file_fdw',
    'delete from backend.migrations',
    `update pg_catalog.pg_authid set rolsuper = true`,
  ])
    await expect(query(sql), sql).rejects.toMatchObject({ code: expect.stringMatching(/^(42501|28000)$/) });
});

test('B-267 each session is recorded, whatever it does, and none without a record', async () => {
  const recorded = async (): Promise<unknown> =>
    (await query('select count(*)::int from backend.direct_sessions', server.connection))[0];
  await query('truncate backend.direct_sessions', server.connection);
  await query('select 1');
  await query('select 1', { ...direct, options: '-c application_name=psql -c role=direct' });
  await expect(query('selec')).rejects.toThrow('syntax');
  expect(await recorded()).toEqual({ count: 3 });
  const unrecorded = [
    'event_triggers=off',
    'session_replication_role=replica',
    'default_transaction_read_only=on',
  ];
  for (const setting of unrecorded)
    await expect(query('select 1', { ...direct, options: `-c ${setting}` }), setting).rejects.toMatchObject({
      code: expect.stringMatching(/^(42501|25006)$/) as string,
    });
  await expect(query('delete from backend.direct_sessions')).rejects.toMatchObject({ code: '42501' });
  expect(await recorded()).toEqual({ count: 4 });
});

test('B-240 a restart keeps the password of DATABASE_PORT; without the setting, no port is open', async () => {
  await server.stop();
  await start(port);
  expect(await query('select title from books')).toEqual([{ title: 'Emma' }]);
  await server.stop();
  await start();
  expect(await isReachable('127.0.0.1')).toBe(false);
  expect(await query('select title from books', server.connection)).toEqual([{ title: 'Emma' }]);
});

test('B-240 a port that is in use ends the start with the setting to change', async () => {
  const taken = await startTcpServer();
  await server.stop();
  await expect(startEmbeddedServer({ dataDir, tcpPort: taken.port })).rejects.toThrow(
    `Port ${taken.port} on 127.0.0.1 is in use: stop what uses it, or choose another with DATABASE_PORT`,
  );
  await taken.close();
  await start();
});
