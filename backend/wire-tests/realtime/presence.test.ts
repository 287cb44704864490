import { expect, test } from 'vitest';
import type { RealtimeChannel } from '@supabase/supabase-js';
import { clientOf, collect, join, realtimeSql, tokenOf } from './client.ts';
import { startWireServer } from '../server.ts';
import { disconnectAfterTest, setUp } from '../set-up.ts';

const server = setUp(() =>
  startWireServer({
    migrationsSql: realtimeSql,
    backend: { realtime: { presenceBytes: 1000 } },
  }),
);

async function present(name: string, key: string): Promise<RealtimeChannel> {
  const client = disconnectAfterTest(server.client());
  const channel = client.channel(name, { config: { presence: { key } } });
  collect(channel, 'presence', { event: 'sync' });
  return join(channel);
}

test('members see who is present, their metadata, and who left', async () => {
  const ann = await present('room', 'ann');
  const joins = collect<{ key: string; newPresences: object[] }>(ann, 'system', {});
  expect(await ann.track({ mood: 'fine' })).toBe('ok');
  const bob = await present('room', 'bob');
  await expect.poll(() => bob.presenceState()).toMatchObject({ ann: [{ mood: 'fine' }] });
  await bob.track({ mood: 'new' });
  await expect.poll(() => ann.presenceState()).toMatchObject({ bob: [{ mood: 'new' }] });
  await bob.track({ mood: 'changed' });
  await expect.poll(() => ann.presenceState()['bob']).toMatchObject([{ mood: 'changed' }]);
  expect(ann.presenceState()['bob']).toHaveLength(1);
  const second = await present('room', 'bob');
  await second.track({ mood: 'twice' });
  await expect.poll(() => ann.presenceState()['bob']).toHaveLength(2);
  expect(await second.untrack()).toBe('ok');
  await expect.poll(() => ann.presenceState()['bob']).toMatchObject([{ mood: 'changed' }]);
  await bob.unsubscribe();
  await expect.poll(() => Object.keys(ann.presenceState())).toEqual(['ann']);
  expect(joins).toEqual([]);
});

test('a closed socket leaves, and a missing key is generated', async () => {
  const ann = await present('room', 'ann');
  const nameless = await present('room', '');
  await nameless.track({});
  await expect.poll(() => Object.keys(ann.presenceState())[0]).toMatch(/^[0-9a-f-]{36}$/);
  await nameless.socket.disconnect();
  await expect.poll(() => ann.presenceState()).toEqual({});
});

test('the presences of a channel are limited', async () => {
  const ann = await present('full', 'ann');
  expect(await ann.track({ text: 'x'.repeat(2000) })).toBe('error');
  expect(await ann.track({ text: 'x'.repeat(700) })).toBe('ok');
  // Replaces the previous one.
  expect(await ann.track({ text: 'y'.repeat(700) })).toBe('ok');
  const bob = await present('full', 'bob');
  expect(await bob.track({ text: 'x'.repeat(700) })).toBe('error');
});

test('B-264 a policy on the key decides who is present: not under another account, whatever the payload says', async () => {
  await server.pool.query(`
    create policy desk_hears on realtime.messages for select to authenticated using (realtime.topic() = 'desk');
    create policy own_key on realtime.messages for insert to authenticated with check (
      realtime.topic() = 'desk' and extension = 'presence'
      and coalesce(current_setting('realtime.presence_key', true), auth.jwt() ->> 'name') = auth.jwt() ->> 'name'
    )`);
  async function open(name: string, key: string): Promise<RealtimeChannel> {
    const client = disconnectAfterTest(await clientOf(server, tokenOf(server, name)));
    const channel = client.channel('desk', { config: { private: true, presence: { key } } });
    collect(channel, 'presence', { event: 'sync' });
    return join(channel);
  }
  const bob = await open('bob', 'bob');
  const forged = await open('ann', 'bob');
  expect(await forged.track({ typing: true })).toBe('error');
  const nameless = await open('ann', '');
  expect(await nameless.track({ typing: true })).toBe('error');
  const ann = await open('ann', 'ann');
  expect(await ann.track({ key: 'bob', phx_ref: 'bob', typing: true })).toBe('ok');
  expect(await bob.track({})).toBe('ok');
  await expect.poll(() => Object.keys(bob.presenceState()).toSorted()).toEqual(['ann', 'bob']);
  expect(bob.presenceState()['bob']).toHaveLength(1);
  // A token of another account does not keep the key.
  await ann.socket.setAuth(tokenOf(server, 'eve'));
  await expect.poll(() => Object.keys(bob.presenceState())).toEqual(['bob']);
});

test('presence of a private channel follows its policies', async () => {
  await server.pool.query(`
    create policy bob_is_seen on realtime.messages for insert to authenticated
    with check (realtime.topic() = 'club' and extension = 'presence' and auth.jwt() ->> 'name' = 'bob')`);
  const [ann, bob] = await Promise.all(
    ['ann', 'bob'].map(async (name) => {
      const client = disconnectAfterTest(await clientOf(server, tokenOf(server, name)));
      const channel = client.channel('club', { config: { private: true, presence: { key: name } } });
      collect(channel, 'presence', { event: 'sync' });
      return join(channel);
    }),
  );
  expect(await bob?.track({})).toBe('ok');
  await expect.poll(() => Object.keys(ann?.presenceState() ?? {})).toEqual(['bob']);
  await server.pool.query('drop policy bob_is_seen on realtime.messages');
  const late = disconnectAfterTest(await clientOf(server, tokenOf(server, 'bob', 900)));
  const channel = late.channel('club', { config: { private: true } });
  collect(channel, 'presence', { event: 'sync' });
  await join(channel);
  expect(await channel.track({})).toBe('error');
});
