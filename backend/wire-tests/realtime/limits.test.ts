import { expect, onTestFinished, test } from 'vitest';
import { type RawSocket, openRaw } from './raw-socket.ts';
import { collect, join, realtimeSql } from './client.ts';
import { startWireServer } from '../server.ts';
import { setUp } from '../set-up.ts';

const server = setUp(() => {
  const realtime = {
    socketsPerAddress: 12,
    channelsPerSocket: 3,
    messagesPerSecond: 200,
    payloadBytes: 20_000,
  };
  const bounds = { ...realtime, unsentBytes: 100_000, bindingsPerChannel: 2, bindingsPerAddress: 3 };
  return startWireServer({ migrationsSql: realtimeSql, backend: { limits: {}, realtime: bounds } });
});

async function raw(query?: string): Promise<RawSocket> {
  const opened = await openRaw(server, query);
  onTestFinished(async () => {
    opened.socket.terminate();
    await opened.closed;
  });
  return opened;
}

function replyTo({ received }: RawSocket, ref: string): unknown {
  return received.find(([, reference, , event]) => reference === ref && event === 'phx_reply')?.[4];
}

test('P-174 the client keeps its defaults: heartbeat 25 s, timeout 10 s, reconnect after 1, 2, 5 and 10 s, 100 pushes kept', async () => {
  const client = server.client();
  const { realtime } = client;
  expect(realtime.heartbeatIntervalMs).toBe(25_000);
  expect(realtime.timeout).toBe(10_000);
  expect([1, 2, 3, 4, 5].map((tries) => realtime.reconnectAfterMs?.(tries))).toEqual([
    1000, 2000, 5000, 10_000, 10_000,
  ]);
  // Buffered while the socket is not open: presence is pushed, broadcasts fall back to HTTP.
  const channel = client.channel('buffer');
  channel.subscribe();
  for (let n = 0; n < 130; n += 1) void channel.track({ n });
  const { channelAdapter } = channel as unknown as {
    channelAdapter: { getChannel(): { pushBuffer: unknown[] } };
  };
  expect(channelAdapter.getChannel().pushBuffer).toHaveLength(100);
  const beats: string[] = [];
  realtime.onHeartbeat((status) => beats.push(status));
  await expect.poll(() => realtime.isConnected()).toBe(true);
  await realtime.sendHeartbeat();
  await expect.poll(() => beats).toEqual(['sent', 'ok']);
  await realtime.disconnect();
});

test.each([
  ['', 401],
  ['apikey=wrong', 401],
  ['apikey=wrong&vsn=2.0.0', 401],
  ['vsn=3.0.0', 400],
])('a handshake with %s is refused', async (query, status) => {
  const whole = query.startsWith('vsn') ? `apikey=${server.publishableKey}&${query}` : query;
  await expect(raw(whole)).rejects.toThrow(`Unexpected server response: ${status}`);
});

test('the sockets of one address are limited, and closing one frees its slot', async () => {
  const sockets = await Promise.all(Array.from({ length: 12 }, () => raw()));
  await expect(raw()).rejects.toThrow('429');
  sockets[0]?.socket.close();
  await sockets[0]?.closed;
  await expect.poll(async () => (await raw().catch(() => null)) !== null).toBe(true);
});

test('rejected joins carry a reason that names the problem', async () => {
  const socket = await raw();
  let count = 0;
  async function joinRaw(topic: string, payload: unknown): Promise<unknown> {
    const ref = String((count += 1));
    socket.sendFrame(ref, ref, topic, 'phx_join', payload);
    await expect.poll(() => replyTo(socket, ref)).toBeDefined();
    return replyTo(socket, ref);
  }
  const reason = (text: string): object => ({
    status: 'error',
    response: { reason: expect.stringContaining(text) },
  });
  const change = { event: '*', schema: 'public', table: 'plain' };
  expect(await joinRaw('nothing', {})).toEqual(reason('unmatched topic'));
  expect(await joinRaw(`realtime:${'x'.repeat(300)}`, {})).toEqual(reason('TopicTooLong'));
  const secret = { config: { private: true } };
  expect(await joinRaw('realtime:a\0', secret)).toEqual(reason('InvalidTopic'));
  const filtered = { ...change, filter: 'id=eq.a\0' };
  expect(await joinRaw('realtime:a', { config: { postgres_changes: [filtered] } })).toEqual(reason('NUL'));
  expect(await joinRaw('realtime:a', { config: 1 })).toEqual(reason('InvalidJoinPayload'));
  expect(await joinRaw('realtime:a', { config: { postgres_changes: [change, change, change] } })).toEqual(
    reason('TooManyChanges'),
  );
  expect(await joinRaw('realtime:a', { config: { postgres_changes: [{ ...change, event: 'x' }] } })).toEqual(
    reason('InvalidChange'),
  );
  expect(await joinRaw('realtime:a', { access_token: 'a\nb' })).toEqual(reason('MalformedJWT'));
  for (const name of 'abc') expect(await joinRaw(`realtime:${name}`, {})).toMatchObject({ status: 'ok' });
  expect(await joinRaw('realtime:d', {})).toEqual(reason('ChannelRateLimitReached'));
  expect(await joinRaw('realtime:a', {})).toMatchObject({ status: 'ok' });
  expect(
    socket.received.filter(([, , topic, event]) => topic === 'realtime:a' && event === 'phx_close'),
  ).toHaveLength(1);
  socket.sendFrame('1', '98', 'realtime:never', 'broadcast', { event: 'x' });
  await expect.poll(() => replyTo(socket, '98')).toEqual(reason('unmatched topic'));
  socket.sendFrame('1', '99', 'realtime:b', 'broadcast', { event: 'x', payload: 'x'.repeat(30_000) });
  await expect.poll(() => replyTo(socket, '99')).toEqual(reason('PayloadTooLarge'));
});

test('the bindings of one address are limited, and leaving a channel frees them', async () => {
  const [one, two] = [await raw(), await raw()];
  const change = { event: '*', schema: 'public', table: 'plain' };
  const join = { access_token: server.secretKey, config: { postgres_changes: [change, change] } };
  one.sendFrame('1', '1', 'realtime:a', 'phx_join', join);
  await expect.poll(() => replyTo(one, '1')).toMatchObject({ status: 'ok' });
  two.sendFrame('1', '1', 'realtime:b', 'phx_join', join);
  const rejected = { response: { reason: expect.stringContaining('TooManyChanges') } };
  await expect.poll(() => replyTo(two, '1')).toMatchObject(rejected);
  one.sendFrame('1', '2', 'realtime:a', 'phx_leave', {});
  await expect.poll(() => replyTo(one, '2')).toMatchObject({ status: 'ok' });
  two.sendFrame('2', '2', 'realtime:b', 'phx_join', join);
  await expect.poll(() => replyTo(two, '2')).toMatchObject({ status: 'ok' });
});

test.each([
  ['no JSON', 'hello'],
  ['another shape', '{"a":1}'],
  ['a number', '7'],
  ['names that are none', '[1,2,3,4,5]'],
  ['an unknown kind of bytes', Buffer.from([9, 1, 1, 1])],
  ['a broadcast cut short', Buffer.from([3, 200, 200, 200, 200, 200, 1])],
  [
    'a broadcast of bad JSON',
    Buffer.concat([Buffer.from([3, 1, 1, 10, 1, 0, 1]), Buffer.from('11realtime:ae{')]),
  ],
])('a frame that is %s closes the socket, and the server lives on', async (_what, frame) => {
  const { socket, closed } = await raw();
  socket.send(frame);
  expect(await closed).toMatchObject({ code: 1008 });
});

test('payloads that are nested too deeply are rejected', async () => {
  const socket = await raw();
  const deep = '['.repeat(9_000) + ']'.repeat(9_000);
  socket.sendFrame('1', '1', 'realtime:deep', 'phx_join', {});
  await expect.poll(() => replyTo(socket, '1')).toMatchObject({ status: 'ok' });
  socket.socket.send(`["1","2","realtime:deep","broadcast",{"event":"x","payload":${deep}}]`);
  socket.socket.send(`["1","3","realtime:deep","presence",{"event":"track","payload":{"a":${deep}}}]`);
  const rejected = { status: 'error', response: { reason: expect.stringContaining('nested too deeply') } };
  await expect.poll(() => replyTo(socket, '2')).toEqual(rejected);
  await expect.poll(() => replyTo(socket, '3')).toEqual(rejected);
  const response = await fetch(`${server.url}/realtime/v1/api/broadcast`, {
    method: 'POST',
    headers: { apikey: server.publishableKey },
    body: `{"messages":[{"topic":"x","event":"y","payload":${deep}}]}`,
  });
  expect(response.status).toBe(422);
});

/** JSON.parse takes most of a second for it, because each object has different keys. */
const slowToParse = `[${Array.from({ length: 40_000 }, (_, n) => `{"x${n % 223}":1,"y${n}":1}`).join()}]`;

test('a frame that would take long to parse is not parsed, and closes the socket', async () => {
  const { socket, closed, received } = await raw();
  socket.send(`["1","1","phoenix","heartbeat",${slowToParse}]`);
  expect(await closed).toMatchObject({ code: 1008, reason: 'Too many values in one message' });
  expect(received).toEqual([]);
});

test('a broadcast over HTTP that would take long to parse is not parsed, or counts as many requests', async () => {
  const statuses: number[] = [];
  for (const payload of [
    slowToParse,
    ...Array.from({ length: 40 }, () => `[${'{"a":1},'.repeat(9_000)}1]`),
  ]) {
    const body = `{"messages":[{"topic":"x","event":"y","payload":${payload}}]}`;
    const headers = { apikey: server.publishableKey };
    const url = `${server.url}/realtime/v1/api/broadcast`;
    statuses.push((await fetch(url, { method: 'POST', headers, body })).status);
  }
  expect(statuses[0]).toBe(413);
  expect(statuses.at(-1)).toBe(429);
});

test('a frame above the size limit closes the socket', async () => {
  const { socket, closed } = await raw();
  socket.send('x'.repeat(2 * 1024 * 1024));
  expect(await closed).toMatchObject({ code: 1009 });
});

test('a flooding client is slowed down, and other clients do not notice', async () => {
  const flood = await raw();
  const calm = server.client();
  const channel = calm.channel('calm', { config: { broadcast: { self: true } } });
  const received = collect(channel, 'broadcast', { event: '*' });
  await join(channel);
  flood.sendFrame('1', '1', 'realtime:flood', 'phx_join', {});
  const beat = JSON.stringify([null, 'x', 'phoenix', 'heartbeat', {}]);
  for (let n = 0; n < 20_000; n += 1) flood.socket.send(beat);
  await channel.send({ type: 'broadcast', event: 'calm', payload: {} });
  await expect.poll(() => received.length).toBe(1);
  // The burst is processed; the rest waits in the network, not in the server.
  await expect.poll(() => flood.received.length).toBeGreaterThan(1_000);
  expect(flood.received.length).toBeLessThan(10_000);
  await calm.realtime.disconnect();
});

test('a consumer that reads nothing is dropped, and the others receive everything', async () => {
  const slow = await raw();
  const [sender, reader] = [server.client(), server.client()];
  slow.sendFrame('1', '1', 'realtime:slow', 'phx_join', {});
  await expect.poll(() => replyTo(slow, '1')).toBeDefined();
  slow.socket.pause();
  const channel = sender.channel('slow', { config: { broadcast: { ack: true } } });
  const other = reader.channel('slow');
  const received = collect(other, 'broadcast', { event: '*' });
  await Promise.all([join(channel), join(other)]);
  const payload = { text: 'x'.repeat(19_000) };
  let sent = 0;
  // The sizes of network buffers are unknown, so it sends until it is disconnected.
  await expect
    .poll(
      async () => {
        for (let n = 0; n < 50; n += 1) await channel.send({ type: 'broadcast', event: 'much', payload });
        sent += 50;
        return server.log.some(({ event }) => event === 'realtime.slow_consumer_dropped');
      },
      { interval: 0, timeout: 20_000 },
    )
    .toBe(true);
  await expect.poll(() => received.length).toBe(sent);
  slow.socket.resume();
  expect((await slow.closed).code).toBe(1006);
  await Promise.all([sender.realtime.disconnect(), reader.realtime.disconnect()]);
});
