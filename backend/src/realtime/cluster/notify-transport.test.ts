import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { createTokenBucket } from '../socket/token-bucket.ts';
import { createNotifyTransport } from './notify-transport.ts';

/** As the database would deliver it. */
function listenTo(node: string) {
  const parts: string[] = [];
  const pool = {
    query: (_text: string, [said]: [string[]]) => Promise.resolve(parts.push(...said)),
  } as unknown as Pool;
  return { parts, transport: createNotifyTransport(pool, node, () => {}) };
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
  // A process ignores its own messages.
  expect(parts.flatMap((part) => transport.receive(part) ?? [])).toEqual([]);
});

test('missing, foreign or endless parts make no message', () => {
  const { transport } = listenTo('here');
  for (const part of ['', 'x', 'a 1 2 }', 'a 0 2 {', 'a 0 1 {', 'a 0 9999999 {', 'a 1 3 "a":', 'a 2 3 1}']) {
    expect(transport.receive(part)).toBeUndefined();
  }
  expect(transport.receive('a 0 1 {}')).toEqual({ node: 'a', message: {} });
});

test('a full queue rejects further messages', () => {
  const { transport } = listenTo('here');
  expect(transport.send({ text: 'x'.repeat(17 * 1024 * 1024) })).toBe(false);
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
