import { once } from 'node:events';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCluster } from '../../wire-tests/cluster.ts';
import { setUp } from '../../wire-tests/set-up.ts';
import { startSilentProxy } from '../../wire-tests/silent-proxy.ts';
import { toClientConfig } from './connection-parameters.ts';
import { listenForPgNotifications } from './listen-for-pg-notifications.ts';

const cluster = setUp(startCluster);
let client: Client;

beforeAll(async () => {
  client = new Client(toClientConfig(cluster.connection));
  await client.connect();
});

afterAll(() => client.end());

function recorder(): { target: EventTarget; events: string[]; record: (what: string) => void } {
  const target = new EventTarget();
  const events: string[] = [];
  return {
    target,
    events,
    record(what) {
      events.push(what);
      target.dispatchEvent(new Event('event'));
    },
  };
}

test('notifications of any session are received; a lost connection is reopened and reported as a gap', async () => {
  const { target, events, record } = recorder();
  const listener = listenForPgNotifications(cluster.connection, {
    channels: ['table_changed', 'other'],
    onNotification: (channel, payload) => record(`${channel} ${payload}`),
    onGap: () => record('gap'),
  });
  try {
    await listener.ready;
    await Promise.all([once(target, 'event'), client.query(`notify table_changed, 'public.things'`)]);
    expect(events).toEqual(['table_changed public.things']);

    const killed = `select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%'`;
    const [, result] = await Promise.all([once(target, 'event'), client.query(killed)]);
    expect(result.rowCount).toBe(1);
    expect(events.at(-1)).toBe('gap');
    await Promise.all([once(target, 'event'), client.query(`notify other, 'x'`)]);
    expect(events.at(-1)).toBe('other x');
  } finally {
    await listener.close();
  }
  const { rowCount } = await client.query(
    `select from pg_stat_activity where query like 'listen%' and state <> 'active'`,
  );
  expect(rowCount).toBe(0);
});

test('a silent network cut is noticed, and reported as a gap once the connection is back', async () => {
  const { target, events, record } = recorder();
  const proxy = await startSilentProxy(cluster.connection);
  const listener = listenForPgNotifications(proxy.connection, {
    channels: ['table_changed'],
    onNotification: (channel, payload) => record(`${channel} ${payload}`),
    onGap: () => record('gap'),
    onUnresponsive: (scope) => record(`timeout of ${scope}`),
    heartbeatMs: 100,
    replyTimeoutMs: 1_000,
  });
  try {
    await listener.ready;
    proxy.cut();
    await expect.poll(() => events.slice(0, 2)).toEqual(['timeout of session', 'timeout of server']);
    proxy.restore();
    await expect.poll(() => events.at(-1)).toBe('gap');
    await Promise.all([once(target, 'event'), client.query(`notify table_changed, 'public.things'`)]);
    expect(events.at(-1)).toBe('table_changed public.things');
  } finally {
    await listener.close();
    await proxy.close();
  }
});
