import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { holdDatabase, postmasterPid } from '../../wire-tests/database-holder.ts';
import { fillWithPristine } from '../../wire-tests/fill-with-pristine.ts';
import { queryRows } from '../../wire-tests/query-rows.ts';
import { folderForTest } from '../../wire-tests/set-up.ts';
import { toClientConfig } from './connection-parameters.ts';
import { startEmbeddedServer } from './embedded-server.ts';
import type { EmbeddedServer } from './embedded-server.ts';

vi.setConfig({ testTimeout: 60_000 });

const holder = join(import.meta.dirname, '../../wire-tests/hold-database.ts');
let dataDir: string;

beforeEach(() => void (dataDir = folderForTest()));

async function start(folder = dataDir): Promise<EmbeddedServer> {
  const server = await startEmbeddedServer({ dataDir: folder });
  onTestFinished(() => server.stop());
  return server;
}

function isAlive(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.startsWith('Z') === false;
  } catch {
    return false;
  }
}

test('a fresh folder becomes a database on a private socket, with a password and forced writes', async () => {
  const { connection } = await start(join(dataDir, 'new', 'folder'));
  const settings = await queryRows(
    connection,
    `select name, setting from pg_settings
     where name in ('fsync', 'listen_addresses', 'synchronous_commit', 'password_encryption') order by name`,
  );
  expect(settings).toEqual([
    { name: 'fsync', setting: 'on' },
    { name: 'listen_addresses', setting: '' },
    { name: 'password_encryption', setting: 'scram-sha-256' },
    { name: 'synchronous_commit', setting: 'on' },
  ]);
  expect(statSync(connection.host).mode & 0o777).toBe(0o700);
  expect(statSync(join(dataDir, 'new', 'folder', 'database.json')).mode & 0o777).toBe(0o600);
  await expect(queryRows({ ...connection, password: 'wrong' }, 'select 1')).rejects.toMatchObject({
    code: '28P01',
  });
});

test('data survives a restart; stopping leaves no process', async () => {
  await fillWithPristine(dataDir);
  const first = await start();
  await queryRows(first.connection, 'create table kept as select 42 as n');
  const pid = postmasterPid(first.clusterFolder);
  await first.stop();
  expect(isAlive(pid)).toBe(false);
  const second = await start();
  expect(await queryRows(second.connection, 'select n from kept')).toEqual([{ n: 42 }]);
});

test('a second server on the same folder is rejected with the process that holds it', async () => {
  await fillWithPristine(dataDir);
  const holder = await holdDatabase(dataDir);
  try {
    await expect(startEmbeddedServer({ dataDir })).rejects.toThrow(
      `Another server (process ${holder.pid}) is using ${dataDir}: stop it, or set DATA_DIR to another folder`,
    );
    expect(await queryRows(holder.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  } finally {
    await holder.end();
  }
  await start();
  await expect(startEmbeddedServer({ dataDir })).rejects.toThrow(`Another server (process ${process.pid})`);
});

test('after kill -9 of our process its database ends, at the next start at the latest, and no acknowledged row is lost', async () => {
  await fillWithPristine(dataDir);
  const holder = await holdDatabase(dataDir);
  const leftBehind = postmasterPid(holder.cluster);
  const client = new Client(toClientConfig(holder.connection));
  client.on('error', () => {});
  await client.connect();
  await client.query('create table acknowledged (n int)');
  for (let n = 0; n < 200; n++) await client.query('insert into acknowledged values ($1)', [n]);
  await holder.kill();
  const server = await start();
  expect(isAlive(leftBehind)).toBe(false);
  expect(await queryRows(server.connection, 'select count(*)::int as n from acknowledged')).toEqual([
    { n: 200 },
  ]);
});

test.skipIf(!existsSync('/usr/bin/setpriv'))(
  'after kill -9 of our process its database ends by itself',
  async () => {
    await fillWithPristine(dataDir);
    const holder = await holdDatabase(dataDir);
    const postmaster = postmasterPid(holder.cluster);
    await holder.kill();
    await expect.poll(() => isAlive(postmaster), { timeout: 20_000 }).toBe(false);
  },
);

test('after kill -9 of both our process and the database the next start recovers', async () => {
  await fillWithPristine(dataDir);
  const holder = await holdDatabase(dataDir);
  await queryRows(holder.connection, 'create table acknowledged as select 1 as n');
  process.kill(postmasterPid(holder.cluster), 'SIGKILL');
  await holder.kill();
  const server = await start();
  expect(await queryRows(server.connection, 'select n from acknowledged')).toEqual([{ n: 1 }]);
});

test('a path too long for a socket gets its socket elsewhere, and a moved folder keeps its data', async () => {
  const long = join(dataDir, 'a'.repeat(60), 'b'.repeat(60));
  const first = await start(long);
  expect(Buffer.byteLength(first.connection.host)).toBeLessThan(90);
  expect(statSync(first.connection.host).mode & 0o777).toBe(0o700);
  await queryRows(first.connection, 'create table kept as select 1 as n');
  await first.stop();
  expect(statSync(first.connection.host, { throwIfNoEntry: false })).toBeUndefined();
  renameSync(long, join(dataDir, 'moved'));
  const second = await start(join(dataDir, 'moved'));
  expect(await queryRows(second.connection, 'select n from kept')).toEqual([{ n: 1 }]);
});

test.runIf(process.getuid?.() === 0)(
  'as root, the account of the database reaches its folder with any umask',
  async () => {
    const umask = process.umask(0o077);
    try {
      const { connection } = await start(join(dataDir, 'parent/data'));
      expect(await queryRows(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    } finally {
      process.umask(umask);
    }
  },
);

test('an interrupted first start is repeated', async () => {
  mkdirSync(join(dataDir, 'postgres.new'));
  writeFileSync(join(dataDir, 'postgres.new', 'half'), '');
  const { connection } = await start();
  expect(await queryRows(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a first start that is killed is repeated at once, while the program that makes the database still runs', async () => {
  for (const part of ['base', 'global/pg_control']) {
    const folder = join(dataDir, part.replace('/', '-'));
    const killed = spawn(process.execPath, [holder, folder], { stdio: 'ignore' });
    await expect
      .poll(() => globSync(`postgres.new/{*/,}${part}`, { cwd: folder }), { interval: 5 })
      .toHaveLength(1);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    const { connection } = await start(folder);
    expect(await queryRows(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(existsSync(join(folder, 'postgres.new'))).toBe(false);
  }
});

test('a file in place of the folder, and a note that cannot be read, are named with the fix', async () => {
  const file = join(dataDir, 'file');
  writeFileSync(file, '');
  await expect(startEmbeddedServer({ dataDir: file })).rejects.toThrow(
    `${file} is a file, not a folder, or a link to nothing: set DATA_DIR`,
  );
  await expect(startEmbeddedServer({ dataDir: join(file, 'x') })).rejects.toThrow(
    'is not a folder: set DATA_DIR',
  );
  writeFileSync(join(dataDir, 'database.json'), '{"password"');
  await expect(startEmbeddedServer({ dataDir })).rejects.toThrow('database.json cannot be read as JSON');
});

test.runIf(process.platform === 'linux')(
  'a session that needs too much memory fails, the server keeps running, and no statement is logged',
  async () => {
    await fillWithPristine(dataDir);
    const { connection } = await start();
    await expect(queryRows(connection, "select length(repeat('x', 500000000))")).rejects.toMatchObject({
      code: '53200',
    });
    const query =
      "select length(json_agg(repeat('x', 1000000))::text) > 64000000 as whole from generate_series(1, 65)";
    expect(await queryRows(connection, query)).toEqual([{ whole: true }]);
    const ended = queryRows(connection, 'select pg_terminate_backend(pg_backend_pid()) as secret');
    await expect(ended).rejects.toMatchObject({ code: '57P01' });
    const log = readFileSync(join(dataDir, 'postgres.log'), 'utf8');
    expect(log).toContain('terminating connection');
    expect(log).not.toContain('secret');
  },
);
