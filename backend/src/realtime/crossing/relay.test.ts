import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { createBudget } from '../socket/budget.ts';
import { createRelay } from './relay.ts';

/** Takes what a relay says, as the database would pass it on. */
function listenTo(node: string) {
  const parts: string[] = [];
  const pool = {
    query: (_text: string, [said]: [string[]]) => Promise.resolve(parts.push(...said)),
  } as unknown as Pool;
  return { parts, relay: createRelay(pool, node, () => {}) };
}

test('a long message travels in parts that a notification can carry, and arrives whole', async () => {
  const { parts, relay } = listenTo('here');
  const message = { text: 'ä👋"\\\n\u0000'.repeat(5_000) };
  expect(relay.send(message)).toBe(true);
  expect(relay.send({ short: 1 })).toBe(true);
  await relay.close();
  expect(parts.length).toBeGreaterThan(5);
  expect(Math.max(...parts.map((part) => Buffer.byteLength(part)))).toBeLessThan(8_000);
  const there = listenTo('there').relay;
  const heard = parts.flatMap((part) => there.hear(part) ?? []);
  expect(heard).toEqual([
    { node: 'here', message },
    { node: 'here', message: { short: 1 } },
  ]);
  // Its own words are not news to a process.
  expect(parts.flatMap((part) => relay.hear(part) ?? [])).toEqual([]);
});

test('parts that are missing, foreign or endless make no message', () => {
  const { relay } = listenTo('here');
  for (const part of ['', 'x', 'a 1 2 }', 'a 0 2 {', 'a 0 1 {', 'a 0 9999999 {', 'a 1 3 "a":', 'a 2 3 1}']) {
    expect(relay.hear(part)).toBeUndefined();
  }
  expect(relay.hear('a 0 1 {}')).toEqual({ node: 'a', message: {} });
});

test('more than may wait is refused', () => {
  const { relay } = listenTo('here');
  expect(relay.send({ text: 'x'.repeat(17 * 1024 * 1024) })).toBe(false);
});

test('a budget fills with time, may be overdrawn, and says how long to wait', () => {
  let now = 0;
  const budget = createBudget(100, () => now);
  expect(budget.spend(1000)).toBe(0);
  expect(budget.spend(50)).toBe(500);
  now = 500;
  expect(budget.spend(0)).toBe(0);
  expect(budget.spend(10)).toBe(100);
  now = 1_000_000;
  expect(budget.spend(1000)).toBe(0);
  expect(budget.spend(1)).toBe(10);
});
