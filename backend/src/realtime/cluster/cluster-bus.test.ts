import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { createTokenBucket } from '../socket/address-quota-registry.ts';
import { createNotifyTransport } from './cluster-bus.ts';

/** Delivers notifications as the database would; while `isStuck`, statements never end. */
function listenTo(node: string) {
  const parts: string[] = [];
  const failures: string[] = [];
  const database = { isStuck: false };
  const pool = {
    query: (_text: string, [sent]: [string[]]) =>
      database.isStuck ? new Promise(() => {}) : Promise.resolve(parts.push(...sent)),
  } as unknown as Pool;
  const transport = createNotifyTransport(pool, node, (failure) => failures.push(failure));
  return { parts, failures, database, transport };
}

test('a long message is sent in parts that fit a notification, and arrives whole', async () => {
  const { parts, transport } = listenTo('here');
  const message = { text: 'ä👋"\\\n\u0000'.repeat(5_000) };
  expect(transport.send(message)).toBe(true);
  expect(transport.send({ short: 1 })).toBe(true);
  await transport.close();
  expect(parts.length).toBeGreaterThan(5);
  expect(Math.max(...parts.map((part) => Buffer.byteLength(part)))).toBeLessThan(8_000);
  const there = listenTo('there').transport;
  const received = parts.flatMap((part) => there.receive(part) ?? []);
  expect(received).toEqual([
    { node: 'here', message },
    { node: 'here', message: { short: 1 } },
  ]);
  expect(parts.flatMap((part) => transport.receive(part) ?? [])).toEqual([]);
});

test('missing, foreign or endless parts make no message', () => {
  const { transport } = listenTo('here');
  for (const part of ['', 'x', 'a 1 2 }', 'a 0 2 {', 'a 0 1 {', 'a 0 9999999 {', 'a 1 3 "a":', 'a 2 3 1}']) {
    expect(transport.receive(part)).toBeUndefined();
  }
  expect(transport.receive('a 0 1 {}')).toEqual({ node: 'a', message: {} });
});

/** Returns how many messages a transport accepts while its database is stuck. */
function fill({ database, transport }: ReturnType<typeof listenTo>): number {
  database.isStuck = true;
  let taken = 0;
  while (transport.send({ text: 'x'.repeat(100_000) })) taken += 1;
  return taken;
}

test('a full queue rejects further messages, and has the same limit after many of them', async () => {
  const fresh = listenTo('here');
  const capacity = fill(fresh);
  expect(capacity).toBeGreaterThan(100);
  expect(fresh.failures).toEqual(['realtime.queue_full']);
  const used = listenTo('here');
  for (let round = 0; round < 60; round += 1) {
    for (let message = 0; message < 1_000; message += 1) used.transport.send({});
    while (used.parts.length < (round + 1) * 1_000) await nextTurn();
  }
  await used.transport.close();
  expect(fill(used)).toBe(capacity);
});

test('a message that the other processes would drop is not sent', async () => {
  const { parts, failures, transport } = listenTo('here');
  const there = listenTo('there').transport;
  const largest = { text: 'x'.repeat(1_000 * 7_800 - '{"text":""}'.length) };
  expect(transport.send(largest)).toBe(true);
  await transport.close();
  expect(parts.flatMap((part) => there.receive(part) ?? [])).toEqual([{ node: 'here', message: largest }]);
  expect(failures).toEqual([]);
  expect(transport.send({ text: `${largest.text}x` })).toBe(false);
  await transport.close();
  expect(parts).toHaveLength(1_000);
  expect(failures).toEqual(['realtime.message_too_large']);
});

test('a token bucket refills with time, may be overdrawn, and returns how long to wait', () => {
  let now = 0;
  const bucket = createTokenBucket(100, () => now);
  expect(bucket.consume(1000)).toBe(0);
  expect(bucket.consume(50)).toBe(500);
  now = 500;
  expect(bucket.consume(0)).toBe(0);
  expect(bucket.consume(10)).toBe(100);
  now = 1_000_000;
  expect(bucket.consume(1000)).toBe(0);
  expect(bucket.consume(1)).toBe(10);
});
