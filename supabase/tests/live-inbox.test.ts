import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinChannel, collect, startWireServer, type WireServer } from '@fairlead/backend/testing';

let server: WireServer;
const clients: SupabaseClient[] = [];

beforeAll(async () => {
  server = await startWireServer({ workdir: join(import.meta.dirname, '../..') });
  await server.pool.query(`update settings set sign_up_mode = 'approval'`);
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.realtime.disconnect()));
  await server.close();
});

async function signIn(role: string | null): Promise<SupabaseClient> {
  const client = visit();
  const email = `${role ?? 'waiting'}-${clients.length}@fairlead.example`;
  const { data, error } = await client.auth.signUp({ email, password: 'a long enough phrase' });
  expect(error).toBeNull();
  if (role) {
    await server.pool.query('insert into staff (user_id, role) values ($1, $2)', [data.user?.id, role]);
  }
  await client.realtime.setAuth();
  return client;
}

function inboxOf(client: SupabaseClient, isPrivate = true) {
  const channel = client.channel('inbox', { config: { private: isPrivate } });
  const received = ['leads', 'lead_messages', 'quarantined_leads'].map((table) =>
    collect<{ eventType: string; new: { name?: string; message?: string } }>(channel, 'postgres_changes', {
      event: '*',
      schema: 'public',
      table,
    }),
  );
  return { channel, received };
}

test('agents and owners are notified of leads, messages and quarantined leads', async () => {
  for (const role of ['agent', 'owner']) {
    const { channel, received } = inboxOf(await signIn(role));
    await joinChannel(channel);
    const [leads, messages, held] = received;
    const { rows } = await server.pool.query<{ id: string }>(
      `insert into leads (name, email) values ('Ana Roy', 'ana@roy.example') returning id`,
    );
    await server.pool.query(
      `insert into lead_messages (lead_id, message, sender_type) values ($1, 'Hi', 'lead')`,
      [rows[0]?.id],
    );
    await server.pool.query(
      `insert into quarantined_leads (name, email, score) values ('Spam', 's@spam.example', 9)`,
    );
    await expect
      .poll(() => leads?.map((one) => [one.eventType, one.new.name]))
      .toEqual([['INSERT', 'Ana Roy']]);
    await expect.poll(() => messages?.map((one) => one.new.message)).toEqual(['Hi']);
    await expect.poll(() => held?.map((one) => one.new.name)).toEqual(['Spam']);
  }
});

test.each([null, 'viewer', 'editor'])(
  'an account whose role is %s cannot join the channel of the inbox',
  async (role) => {
    await expect(joinChannel(inboxOf(await signIn(role)).channel)).rejects.toThrow('Unauthorized');
  },
);

function visit(): SupabaseClient {
  const visitor = createClient(server.url, server.publishableKey, { auth: { persistSession: false } });
  clients.push(visitor);
  return visitor;
}

test('clients cannot broadcast through the server: not in a public channel, not in another topic, not as an agent', async () => {
  await expect(joinChannel(inboxOf(visit(), false).channel)).rejects.toThrow('PrivateOnly');
  await expect(joinChannel(inboxOf(visit()).channel)).rejects.toThrow('Unauthorized');
  await expect(visit().channel('any').httpSend('event', {})).rejects.toThrow('only allows private channels');
  const agent = await signIn('agent');
  await expect(joinChannel(agent.channel('open'))).rejects.toThrow('PrivateOnly');
  const elsewhere = agent.channel('elsewhere', { config: { private: true } });
  await expect(joinChannel(elsewhere)).rejects.toThrow('Unauthorized');
  const inbox = agent.channel('inbox', { config: { private: true } });
  await expect(inbox.httpSend('event', {})).rejects.toThrow('do not have permissions to write');
});

test('an account that loses the role receives nothing more', async () => {
  const agent = await signIn('agent');
  const { channel, received } = inboxOf(agent);
  await joinChannel(channel);
  const { data } = await agent.auth.getUser();
  await server.pool.query('delete from staff where user_id = $1', [data.user?.id]);
  await server.pool.query(`insert into leads (name, email) values ('After', 'after@roy.example')`);
  const { channel: theirs, received: witness } = inboxOf(await signIn('agent'));
  await joinChannel(theirs);
  await server.pool.query(`insert into leads (name, email) values ('Later', 'later@roy.example')`);
  await expect.poll(() => witness[0]?.map((one) => one.new.name)).toEqual(['Later']);
  expect(received[0]).toEqual([]);
});
