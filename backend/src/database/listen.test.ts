import { once } from 'node:events';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCluster } from '../../wire-tests/cluster.ts';
import type { Cluster } from '../../wire-tests/cluster.ts';
import { startSilentProxy } from '../../wire-tests/silent-proxy.ts';
import { clientConfig } from './connection.ts';
import { listen } from './listen.ts';

let cluster: Cluster;
let client: Client;

beforeAll(async () => {
  cluster = await startCluster();
  client = new Client(clientConfig(cluster.connection));
  await client.connect();
}, 30_000);

afterAll(async () => {
  await client.end();
  await cluster.stop();
});

/** What a listener heard, as an emitter of one event. */
function ears(): { target: EventTarget; heard: string[]; hear: (what: string) => void } {
  const target = new EventTarget();
  const heard: string[] = [];
  return {
    target,
    heard,
    hear(what) {
      heard.push(what);
      target.dispatchEvent(new Event('heard'));
    },
  };
}

test('a notification of any session is heard; a lost connection is opened again and says that something may be missed', async () => {
  const { target, heard, hear } = ears();
  const listener = listen(cluster.connection, {
    channels: ['table_changed', 'other'],
    onMessage: (channel, payload) => hear(`${channel} ${payload}`),
    onGap: () => hear('gap'),
  });
  try {
    await listener.ready;
    await Promise.all([once(target, 'heard'), client.query(`notify table_changed, 'public.things'`)]);
    expect(heard).toEqual(['table_changed public.things']);

    const killed = `select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%'`;
    const [, result] = await Promise.all([once(target, 'heard'), client.query(killed)]);
    expect(result.rowCount).toBe(1);
    expect(heard.at(-1)).toBe('gap');
    await Promise.all([once(target, 'heard'), client.query(`notify other, 'x'`)]);
    expect(heard.at(-1)).toBe('other x');
  } finally {
    await listener.close();
  }
  const { rowCount } = await client.query(
    `select from pg_stat_activity where query like 'listen%' and state <> 'active'`,
  );
  expect(rowCount).toBe(0);
});

test('a network that is cut without a word is noticed; once it is back, the loss is reported', async () => {
  const { target, heard, hear } = ears();
  const proxy = await startSilentProxy(cluster.connection);
  const listener = listen(proxy.connection, {
    channels: ['table_changed'],
    onMessage: (channel, payload) => hear(`${channel} ${payload}`),
    onGap: () => hear('gap'),
    onSilence: (who) => hear(`silence of ${who}`),
    pulseMs: 100,
    replyMs: 1_000,
  });
  try {
    await listener.ready;
    proxy.cut();
    await expect.poll(() => heard.slice(0, 2)).toEqual(['silence of session', 'silence of server']);
    proxy.restore();
    await expect.poll(() => heard.at(-1)).toBe('gap');
    await Promise.all([once(target, 'heard'), client.query(`notify table_changed, 'public.things'`)]);
    expect(heard.at(-1)).toBe('table_changed public.things');
  } finally {
    await listener.close();
    await proxy.close();
  }
});
