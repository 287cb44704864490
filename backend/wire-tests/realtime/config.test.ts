import { mkdir, writeFile } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { type SupabaseClient, createClient } from '@supabase/supabase-js';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { type ConnectionParameters, toClientConfig } from '../../src/database/connection-parameters.ts';
import { createBackend } from '../../src/index.ts';
import type { RealtimeLimits } from '../../src/realtime/config.ts';
import { startHttpServer } from '../../src/start-http-server.ts';
import { collect, join, realtimeSql } from './client.ts';
import { startWireServer } from '../server.ts';
import { folderForTest, setUp } from '../set-up.ts';

const server = setUp(() => startWireServer({ migrationsSql: realtimeSql }));

async function serve(
  configToml: string,
  login: Partial<ConnectionParameters> = {},
  realtime: Partial<RealtimeLimits> = {},
): Promise<SupabaseClient> {
  const { host = '', port = 0, user = '', database = '' } = server.pool.options;
  const connection = { host, port, user, database, password: String(server.pool.options.password), ...login };
  const { jwtSecret, publishableKey, secretKey } = server;
  const workdir = folderForTest();
  await mkdir(joinPath(workdir, 'supabase'));
  await writeFile(joinPath(workdir, 'supabase', 'config.toml'), configToml);
  const http = await startHttpServer({ host: '127.0.0.1', port: 0 });
  const keys = { jwtSecret, publishableKey, secretKey };
  const backend = createBackend({ connection, keys, publicUrl: http.url, workdir, realtime });
  if (login.database) await backend.migrate();
  http.serve(backend);
  const client = createClient(http.url, secretKey, { auth: { persistSession: false } });
  onTestFinished(async () => {
    await client.realtime.disconnect();
    await http.close();
    await backend.close();
  });
  return client;
}

test('with a login that is no superuser, tables are watched once a client joins, and changes are delivered', async () => {
  const name = `plain_${process.pid}`;
  await server.pool.query(`create role ${name} login createrole bypassrls password 'plain'`);
  await server.pool.query(
    `grant anon, authenticated, service_role, authenticator to ${name} with admin option`,
  );
  await server.pool.query(`create database ${name} owner ${name}`);
  onTestFinished(async () => {
    await server.pool.query(`drop database ${name} with (force)`);
    // The role postgres had granted its memberships to the login role of callers.
    await server.pool.query(`drop owned by ${name}; drop role ${name}`);
  });
  const login = { user: name, password: 'plain', database: name };
  const client = await serve('', login);
  const { host = '', port = 0 } = server.pool.options;
  const owner = new Client(toClientConfig({ host, port, ...login }));
  await owner.connect();
  onTestFinished(() => owner.end());
  await owner.query('create table public.things (id int primary key, body text)');
  await owner.query('alter publication supabase_realtime add table public.things');
  const channel = client.channel('plain');
  const received = collect(channel, 'postgres_changes', { event: '*', schema: 'public', table: 'things' });
  await join(channel);
  await owner.query(`insert into public.things values (1, 'told')`);
  await expect.poll(() => received).toMatchObject([{ eventType: 'INSERT', new: { id: 1, body: 'told' } }]);
});

test('private_only rejects public channels, by socket and by HTTP', async () => {
  const client = await serve('[realtime]\nprivate_only = true');
  await expect(join(client.channel('open'))).rejects.toThrow('PrivateOnly');
  await expect(client.channel('open').httpSend('event', {})).rejects.toThrow('only allows private channels');
  const channel = client.channel('closed', { config: { private: true, broadcast: { ack: true } } });
  await join(channel);
  expect(await channel.send({ type: 'broadcast', event: 'event', payload: {} })).toBe('ok');
});

test('realtime can be disabled in config.toml', async () => {
  const client = await serve('[realtime]\nenabled = false');
  await expect(client.channel('any').httpSend('event', {})).rejects.toThrow('switched off');
  await expect(join(client.channel('any'))).rejects.toThrow();
});

test('a silent socket is closed and its slot freed', async () => {
  const client = await serve('', {}, { silenceMs: 500 });
  const states: string[] = [];
  const channel = client.channel('silent');
  channel.subscribe((state) => states.push(state));
  // Its heartbeat would be sent only after 25 s.
  await expect.poll(() => states.slice(0, 2)).toEqual(['SUBSCRIBED', 'CHANNEL_ERROR']);
});
