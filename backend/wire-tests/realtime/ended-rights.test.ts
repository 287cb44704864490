// Tests that a member of a private channel is removed within seconds after its rights have ended, in every way in which
// they can end.
import { expect, test } from 'vitest';
import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';
import { startWireServer } from '../server.ts';
import { collect, join } from './client.ts';
import { disconnectAfterTest, setUp } from '../set-up.ts';

const sql = `
  create table public.members (user_id uuid primary key, role text not null);
  create function public.is_member() returns boolean language sql stable security definer set search_path = ''
    as 'select exists (select from public.members where user_id = auth.uid())';
  create table public.news (id int primary key);
  alter table public.news enable row level security;
  create policy everyone on public.news for select to authenticated using (true);
  alter publication supabase_realtime add table public.news;
  create policy members_receive on realtime.messages for select to authenticated
    using (realtime.topic() = 'club' and public.is_member());
  create policy members_send on realtime.messages for insert to authenticated
    with check (realtime.topic() = 'club' and public.is_member());
  create policy everyone_receives on realtime.messages for select to authenticated using (realtime.topic() = 'open');
`;

const server = setUp(() => startWireServer({ migrationsSql: sql }));

async function member(): Promise<{ id: string; client: SupabaseClient }> {
  const client = disconnectAfterTest(server.client());
  const email = `m${Math.random()}@club.example`;
  const { data } = await client.auth.signUp({ email, password: 'tide-table-4711-harbour' });
  const id = data.user?.id ?? '';
  if (data.session === null) {
    await server.pool.query('update auth.users set email_confirmed_at = now() where id = $1', [id]);
    await client.auth.signInWithPassword({ email, password: 'tide-table-4711-harbour' });
  }
  await server.pool.query(`insert into members values ($1, 'member')`, [id]);
  await client.realtime.setAuth();
  return { id, client };
}

const admin = () => server.client(server.secretKey).auth.admin;

const ways: [name: string, topic: string, end: (id: string) => Promise<unknown>][] = [
  ['a demotion', 'club', (id) => server.pool.query('delete from members where user_id = $1', [id])],
  ['a ban', 'club', (id) => admin().updateUserById(id, { ban_duration: '1h' })],
  [
    'a ban, where policies allow everyone',
    'open',
    (id) => admin().updateUserById(id, { ban_duration: '1h' }),
  ],
  ['a deletion', 'open', (id) => admin().deleteUser(id)],
  ['a soft deletion', 'open', (id) => admin().deleteUser(id, true)],
];

function leaving(channel: RealtimeChannel): () => string {
  return () => channel.state;
}

test('B-232 in whichever way its rights end, a private channel is left within seconds, and another one stays', async () => {
  const config = { private: true };
  // All at once, because each waits for the next check of the rights.
  const cases = await Promise.all(
    ways.map(async ([name, topic, end]) => {
      const [gone, stays] = [await member(), await member()];
      const [one, other] = [gone.client.channel(topic, { config }), stays.client.channel(topic, { config })];
      const atOne = collect(one, 'broadcast', { event: '*' });
      const atOther = collect(other, 'broadcast', { event: '*' });
      const left = collect<{ message: string }>(one, 'system', {});
      await Promise.all([join(one), join(other)]);
      return { name, end: () => end(gone.id), one, other, atOne, atOther, left };
    }),
  );
  await Promise.all(cases.map(({ end }) => end()));
  await Promise.all(
    cases.map(async ({ name, one, left }) => {
      await expect.poll(leaving(one), { timeout: 8_000, message: name }).toBe('closed');
      expect(left.at(-1)?.message, name).toContain('You do not have permissions');
    }),
  );
  for (const topic of ['club', 'open'])
    await server.pool.query('select realtime.send($1, $2, $3, true)', [{ text: 'after' }, 'news', topic]);
  for (const { name, other, atOne, atOther } of cases) {
    await expect.poll(() => atOther.length, { message: name }).toBe(1);
    expect([atOne, other.state], name).toEqual([[], 'joined']);
  }
});

test('B-232 a banned member leaves the presence of the others', async () => {
  const [gone, stays] = [await member(), await member()];
  const config = { private: true, presence: { key: 'gone' } };
  const one = gone.client.channel('club', { config });
  const other = stays.client.channel('club', { config: { private: true } });
  other.on('presence', { event: 'sync' }, () => {});
  await Promise.all([join(one), join(other)]);
  await one.track({ here: true });
  await expect.poll(() => Object.keys(other.presenceState())).toEqual(['gone']);
  await admin().updateUserById(gone.id, { ban_duration: '1h' });
  await expect.poll(() => Object.keys(other.presenceState()), { timeout: 8_000 }).toEqual([]);
});

test('B-232 after a ban row changes are no longer received either, and no private channel is joined again', async () => {
  const gone = await member();
  const changes = gone.client.channel('changes');
  collect(changes, 'postgres_changes', { event: '*', schema: 'public', table: 'news' });
  await join(changes);
  await admin().updateUserById(gone.id, { ban_duration: '1h' });
  await expect.poll(leaving(changes), { timeout: 8_000 }).toBe('closed');
  await expect(join(gone.client.channel('open', { config: { private: true } }))).rejects.toThrow(
    /permissions/,
  );
});
