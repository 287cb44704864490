import { expect, test } from 'vitest';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { RowsRead } from '../../src/database/rows-read.ts';
import { startWireServer } from '../server.ts';
import { clientOf, collect, join, realtimeSql, tokenOf } from './client.ts';
import { disconnectAfterTest, setUp } from '../set-up.ts';

const server = setUp(() => startWireServer({ migrationsSql: realtimeSql }));

const anyone = () => disconnectAfterTest(server.client());

async function user(token: string | (() => string)): Promise<SupabaseClient> {
  return disconnectAfterTest(
    await clientOf(server, typeof token === 'string' ? tokenOf(server, token) : token),
  );
}

interface Received {
  event: string;
  payload: Record<string, unknown>;
  meta?: { id: string };
}

test('a broadcast reaches the other members, and its sender only with self: true', async () => {
  const [one, two, elsewhere] = [anyone(), anyone(), anyone()];
  const sender = one.channel('room', { config: { broadcast: { ack: true } } });
  const receiver = two.channel('room', { config: { broadcast: { self: true } } });
  const other = elsewhere.channel('another room');
  const atSender = collect<Received>(sender, 'broadcast', { event: '*' });
  const atReceiver = collect<Received>(receiver, 'broadcast', { event: 'shout' });
  const atOther = collect<Received>(other, 'broadcast', { event: '*' });
  await Promise.all([join(sender), join(receiver), join(other)]);
  const payload = { text: 'grüße, 你好 👋', nested: { list: [1, null, true] } };
  expect(await sender.send({ type: 'broadcast', event: 'shout', payload })).toBe('ok');
  await expect.poll(() => atReceiver).toMatchObject([{ type: 'broadcast', event: 'shout', payload }]);
  await receiver.send({ type: 'broadcast', event: 'shout', payload: { text: 'again' } });
  await expect.poll(() => atReceiver.length).toBe(2);
  await expect.poll(() => atSender).toMatchObject([{ payload: { text: 'again' } }]);
  expect(atOther).toEqual([]);
});

test('clients of both protocol versions receive each other, and bytes stay bytes', async () => {
  const { createClient } = await import('@supabase/supabase-js');
  const old = disconnectAfterTest(
    createClient(server.url, server.publishableKey, { realtime: { vsn: '1.0.0' } }),
  );
  const [first, second] = [old.channel('mixed'), anyone().channel('mixed')];
  const atFirst = collect<Received>(first, 'broadcast', { event: '*' });
  const atSecond = collect<Received>(second, 'broadcast', { event: '*' });
  const third = anyone().channel('mixed');
  const atThird = collect<{ payload: ArrayBuffer }>(third, 'broadcast', { event: 'bytes' });
  await Promise.all([join(first), join(second), join(third)]);
  await first.send({ type: 'broadcast', event: 'a', payload: { from: 'old' } });
  await expect.poll(() => atSecond).toMatchObject([{ event: 'a', payload: { from: 'old' } }]);
  await second.send({ type: 'broadcast', event: 'b', payload: { from: 'new' } });
  await expect.poll(() => atFirst).toMatchObject([{ event: 'b', payload: { from: 'new' } }]);
  await second.send({ type: 'broadcast', event: 'bytes', payload: new Uint8Array([0, 255, 7]).buffer });
  await expect.poll(() => atThird.length).toBe(1);
  expect([...new Uint8Array(atThird[0]?.payload ?? new ArrayBuffer(0))]).toEqual([0, 255, 7]);
});

test('broadcasts can be sent by HTTP, and before the channel has joined', async () => {
  const channel = anyone().channel('by http');
  const received = collect<Received>(channel, 'broadcast', { event: '*' });
  await join(channel);
  const sender = anyone().channel('by http');
  expect(await sender.httpSend('one', { n: 1 })).toEqual({ success: true });
  expect(await sender.httpSend('bytes', new Uint8Array([1, 2]))).toEqual({ success: true });
  expect(await sender.send({ type: 'broadcast', event: 'two', payload: { n: 2 } })).toBe('ok');
  await expect.poll(() => received.map(({ event }) => event)).toEqual(['one', 'bytes', 'two']);
});

test.each([
  ['{"messages":[{"topic":"x"}]}', 422],
  ['{"messages":[]}', 422],
  ['[', 400],
  ['{"messages":[{"topic":"a\\u0000","event":"e","payload":{},"private":true}]}', 422],
  ['{"messages":[{"topic":"a","event":"e\\u0000","payload":{}}]}', 422],
  ['{"messages":[{"topic":"club","event":"e","payload":{},"private":true}]}', 403],
])('a bad broadcast by HTTP is refused with a reason: %s', async (body, status) => {
  const headers = { apikey: server.publishableKey, 'content-type': 'application/json' };
  const response = await fetch(`${server.url}/realtime/v1/api/broadcast`, { method: 'POST', headers, body });
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) });
});

test.each([
  ['GET', 'websocket', 426],
  ['POST', 'nothing', 404],
  ['POST', 'api/broadcast/only-a-topic', 404],
  ['GET', 'api/broadcast', 405],
  ['POST', 'api/broadcast/%E0%A4%A/events/x', 400],
  ['POST', 'api/broadcast/a%00/events/x?private=true', 422],
  ['POST', 'api/broadcast/websocket/events/websocket', 202],
])('%s /realtime/v1/%s is answered with %i', async (method, path, status) => {
  const headers = { apikey: server.publishableKey };
  const asked: RequestInit = method === 'POST' ? { method, headers, body: '{}' } : { method, headers };
  const response = await fetch(`${server.url}/realtime/v1/${path}`, asked);
  expect(response.status).toBe(status);
});

test('a private channel follows its policies and is distinct from the public channel of that name', async () => {
  const config = { private: true, broadcast: { ack: true } };
  const [ann, bob] = [await user('ann'), await user('bob')];
  const [atAnn, atBob] = [ann.channel('club', { config }), bob.channel('club', { config })];
  const received = collect<Received>(atBob, 'broadcast', { event: '*' });
  const outside = anyone().channel('club');
  const receivedOutside = collect<Received>(outside, 'broadcast', { event: '*' });
  await Promise.all([join(atAnn), join(atBob), join(outside)]);
  await expect(join((await user('eve')).channel('club', { config }))).rejects.toThrow(
    'Unauthorized: You do not have permissions to read from this Channel topic: club',
  );
  await expect(join(anyone().channel('club', { config }))).rejects.toThrow('Unauthorized');
  expect(await atAnn.send({ type: 'broadcast', event: 'hi', payload: {} })).toBe('ok');
  // Bob may receive, not send.
  expect(await atBob.send({ type: 'broadcast', event: 'no', payload: {} })).toBe('error');
  await atAnn.httpSend('by http', {});
  await server.pool.query(`select realtime.send('{"n":1}', 'from sql', 'club')`);
  await server.pool.query(`select realtime.send('{"n":1}', 'from sql', 'club', false)`);
  await expect.poll(() => received.map(({ event }) => event)).toEqual(['hi', 'by http', 'from sql']);
  await expect.poll(() => receivedOutside.map(({ event }) => event)).toEqual(['from sql']);
  expect(received[2]?.meta?.id).toBe(received[2]?.payload['id']);
  await expect(bob.channel('club', { config }).httpSend('no', {})).rejects.toThrow('Unauthorized');
});

test('B-404 a trigger broadcasts a row of any size with realtime.broadcast_changes; it is counted like a row that was read', async () => {
  const reads: RowsRead[] = [];
  server.backend?.onRowsRead(['public.quiet'], (read) => reads.push(read));
  await server.pool.query(`
    create or replace function public.tell() returns trigger language plpgsql security definer as $$
    begin
      perform realtime.broadcast_changes('club', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
      return null;
    end $$;
    create or replace trigger tell after insert or update or delete on public.quiet
    for each row execute function public.tell();
    alter table public.quiet add column if not exists body text`);
  const channel = (await user('ann')).channel('club', { config: { private: true } });
  const received = collect<Received>(channel, 'broadcast', { event: '*' });
  await join(channel);
  const body = 'ä'.repeat(10_000);
  await server.pool.query('insert into public.quiet (id, body) values (1, $1)', [body]);
  await server.pool.query('delete from public.quiet');
  await expect.poll(() => received.length).toBe(2);
  expect(received[0]).toMatchObject({
    event: 'INSERT',
    payload: { operation: 'INSERT', record: { id: 1, body } },
  });
  expect(received[1]?.payload).toMatchObject({ operation: 'DELETE', record: null, old_record: { id: 1 } });
  const rows = new Map([['public.quiet', 1]]);
  expect(reads).toMatchObject([1, 2].map(() => ({ role: 'authenticated', address: '127.0.0.1', rows })));
  await channel.send({ type: 'broadcast', event: 'INSERT', payload: received[0]?.payload });
  expect(reads).toHaveLength(2);
});

test('an expired token closes its channels, those of other tokens stay @audit', async () => {
  const client = await user(() => tokenOf(server, 'ann', 5));
  const [ends, stays] = [client.channel('a'), (await user('bob')).channel('b')];
  const systemMessages = collect<{ message: string }>(ends, 'system', {});
  await Promise.all([join(ends), join(stays)]);
  await expect.poll(() => ends.state).toBe('closed');
  expect(systemMessages).toMatchObject([{ status: 'error', message: 'InvalidJWTToken: Token has expired' }]);
  expect(stays.state).toBe('joined');
  await expect(join((await user(() => tokenOf(server, 'ann', -1))).channel('a'))).rejects.toThrow(
    'InvalidJWTToken: Token has expired',
  );
  await expect(join((await user(() => 'garbage')).channel('c'))).rejects.toThrow('MalformedJWT');
});

test('a new token of a channel is checked against its policies', async () => {
  let token = tokenOf(server, 'ann');
  const client = await user(() => token);
  const channel = client.channel('club', { config: { private: true, broadcast: { ack: true } } });
  await join(channel);
  token = tokenOf(server, 'ann', 700);
  await client.realtime.setAuth();
  expect(await channel.send({ type: 'broadcast', event: 'still', payload: {} })).toBe('ok');
  const systemMessages = collect<{ message: string }>(channel, 'system', {});
  token = tokenOf(server, 'eve');
  await client.realtime.setAuth();
  await expect.poll(() => channel.state).toBe('closed');
  expect(systemMessages[0]?.message).toContain('Unauthorized');
});
