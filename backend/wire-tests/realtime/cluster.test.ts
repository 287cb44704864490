import { once } from 'node:events';
import { beforeAll, expect, test } from 'vitest';
import type { SupabaseClient } from '@supabase/supabase-js';
import { type PeerServer, startPeerServer } from '../peer-server.ts';
import { collect, join, realtimeSql } from './client.ts';
import { startWireServer } from '../server.ts';
import { disconnectAfterTest, setUp } from '../set-up.ts';

// Long, because a separate process is started, and the machine may be busy.
const timeoutMs = 90_000;

let there: PeerServer;

const here = setUp(() => startWireServer({ migrationsSql: realtimeSql }));

beforeAll(async () => {
  there = await startPeerServer(here);
}, timeoutMs);
function at(server: { client(key?: string): SupabaseClient }, key?: string): SupabaseClient {
  return disconnectAfterTest(server.client(key));
}

test('broadcasts of any size reach the other server, once', async () => {
  const [one, two] = [at(here).channel('both'), at(there).channel('both')];
  const [receivedHere, receivedThere] = [one, two].map((channel) =>
    collect<{ event: string; payload: Record<string, unknown> }>(channel, 'broadcast', { event: '*' }),
  );
  await Promise.all([join(one), join(two)]);
  const text = 'ä👋"\\\n'.repeat(15_000);
  await one.send({ type: 'broadcast', event: 'long', payload: { text } });
  await one.send({ type: 'broadcast', event: 'short', payload: {} });
  await expect.poll(() => receivedThere?.map(({ event }) => event)).toEqual(['long', 'short']);
  expect(receivedThere?.[0]?.payload).toEqual({ text });
  await two.httpSend('bytes', new Uint8Array([0, 1, 255]));
  await expect.poll(() => receivedHere?.length).toBe(1);
  expect([...new Uint8Array(receivedHere?.[0]?.payload as unknown as ArrayBuffer)]).toEqual([0, 1, 255]);
  expect(receivedThere).toHaveLength(3);
});

test(
  'presence reaches the other servers, also one that starts later, and ends when its server is killed',
  async () => {
    const one = at(here).channel('people', { config: { presence: { key: 'one' } } });
    collect(one, 'presence', { event: 'sync' });
    await join(one);
    await one.track({ name: 'One' });
    const doomed = await startPeerServer(here);
    const two = at(doomed).channel('people', { config: { presence: { key: 'two' } } });
    collect(two, 'presence', { event: 'sync' });
    await join(two);
    await two.track({ name: 'Two' });
    const both = { one: [{ name: 'One' }], two: [{ name: 'Two' }] };
    await expect.poll(() => one.presenceState()).toMatchObject(both);
    await expect.poll(() => two.presenceState()).toMatchObject(both);
    await doomed.kill();
    await expect.poll(() => Object.keys(one.presenceState())).toEqual(['one']);
  },
  timeoutMs,
);

test('a change is delivered by both servers, whichever wrote it', async () => {
  const channels = [at(here, here.secretKey), at(there, here.secretKey)].map((client) =>
    client.channel('changes'),
  );
  const received = channels.map((channel) =>
    collect<{ new: { body: string } }>(channel, 'postgres_changes', {
      event: 'INSERT',
      schema: 'public',
      table: 'plain',
    }),
  );
  await Promise.all(channels.map((channel) => join(channel)));
  await at(there, here.secretKey).from('plain').insert({ body: 'from there' });
  await here.pool.query(`insert into public.plain (body) values ('from psql')`);
  for (const one of received) {
    await expect.poll(() => one.map((change) => change.new.body)).toEqual(['from there', 'from psql']);
  }
});

test('after the LISTEN connection was lost every channel joins again, and presence is complete', async () => {
  const channels = { here: at(here), there: at(there) };
  const statuses: Record<string, string[]> = { here: [], there: [] };
  const [channel, elsewhere] = Object.entries(channels).map(([key, client]) => {
    const one = client.channel('gap', { config: { presence: { key } } });
    collect(one, 'presence', { event: 'sync' });
    one.subscribe((status) => {
      statuses[key]?.push(status);
      if (status === 'SUBSCRIBED') void one.track({});
    });
    return one;
  });
  await expect
    .poll(() => Object.keys(elsewhere?.presenceState() ?? {}).toSorted())
    .toEqual(['here', 'there']);
  const { rowCount } = await here.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name like 'realtime %'`,
  );
  expect(rowCount).toBe(2);
  const expected = ['SUBSCRIBED', 'CHANNEL_ERROR', 'SUBSCRIBED'];
  await expect.poll(() => statuses, { timeout: 15_000 }).toEqual({ here: expected, there: expected });
  for (const one of [channel, elsewhere]) {
    await expect.poll(() => Object.keys(one?.presenceState() ?? {}).toSorted()).toEqual(['here', 'there']);
  }
});

test('a server that stops asks its clients to reconnect', async () => {
  const query = `apikey=${here.publishableKey}&vsn=2.0.0`;
  const socket = new WebSocket(`${there.url.replace('http', 'ws')}/realtime/v1/websocket?${query}`);
  await once(socket, 'open');
  const closed = once(socket, 'close') as Promise<[CloseEvent]>;
  await there.end();
  const [event] = await closed;
  expect(event).toMatchObject({ code: 1012, reason: 'The server is stopping', wasClean: true });
});
