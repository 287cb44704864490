import { expect, test } from 'vitest';
import type { RealtimePostgresChangesPayload } from '@supabase/supabase-js';
import type { RowsRead } from '../../src/database/rows-read.ts';
import { startWireServer } from '../server.ts';
import { clientOf, collect, join, realtimeSql, tokenOf } from './client.ts';
import { disconnectAfterTest, setUp } from '../set-up.ts';

const partSql = `
  create table public.special_notes (primary key (id)) inherits (public.notes);
  grant select (id, owner, body) on public.special_notes to authenticated;
  alter publication supabase_realtime add table public.special_notes;`;
const server = setUp(() => startWireServer({ migrationsSql: realtimeSql + partSql }));

test('B-265 each row that a subscriber receives is counted for their account; a key of a deleted one is not', async () => {
  const reads: RowsRead[] = [];
  server.backend?.onRowsRead(['public.notes'], (read) => reads.push(read));
  const [ofAnn] = await listenAs('ann', { table: 'notes' });
  const [ofBob] = await listenAs('bob', { table: 'notes' });
  await run(`insert into notes (owner, body) values ('ann', 'counted'), ('bob', 'counted')`);
  await expect.poll(() => summarize(ofAnn)).toEqual(['INSERT counted']);
  await expect.poll(() => summarize(ofBob)).toEqual(['INSERT counted']);
  await run(`update notes set stars = 1 where body = 'counted' and owner = 'ann'`);
  await expect.poll(() => summarize(ofAnn)).toEqual(['INSERT counted', 'UPDATE counted']);
  await run(`delete from notes where body = 'counted'`);
  await expect.poll(() => summarize(ofAnn)).toHaveLength(3);
  await expect.poll(() => summarize(ofBob)).toHaveLength(2);
  const rows = new Map([['public.notes', 1]]);
  const [accountOfAnn, accountOfBob] = ['616e6e202020', '626f62202020'].map(
    (end) => `00000000-0000-4000-8000-${end}`,
  );
  const ann = { account: accountOfAnn, role: 'authenticated', address: '127.0.0.1', rows };
  expect(reads.toSorted((a, b) => (a.account ?? '').localeCompare(b.account ?? ''))).toEqual([
    ann,
    ann,
    { ...ann, account: accountOfBob },
  ]);
});

test('B-403 a row of a child table or partition is counted as one of the table', async () => {
  const reads: RowsRead[] = [];
  server.backend?.onRowsRead(['public.notes'], (read) => reads.push(read));
  const [received] = await listenAs('ann', { table: 'special_notes' });
  await run(`insert into special_notes (id, owner, body) values (1, 'ann', 'special')`);
  await expect.poll(() => summarize(received)).toEqual(['INSERT special']);
  expect(reads.map(({ rows }) => [...rows])).toEqual([[['public.notes', 1]]]);
});

type Change = RealtimePostgresChangesPayload<Record<string, unknown>>;

async function listenAs(name: string, ...filters: Record<string, unknown>[]): Promise<Change[][]> {
  const client = disconnectAfterTest(
    name === 'service' ? server.client(server.secretKey) : await clientOf(server, tokenOf(server, name)),
  );
  const channel = client.channel(`changes of ${name}`);
  const received = filters.map((filter) =>
    collect<Change>(channel, 'postgres_changes', { event: '*', schema: 'public', ...filter }),
  );
  await join(channel);
  return received;
}

async function run(sql: string, values: unknown[] = []): Promise<void> {
  await server.pool.query(sql, values);
}

function summarize(changes: Change[] | undefined): string[] {
  return (changes ?? []).map(({ eventType, new: row }) =>
    [eventType, 'body' in row ? row['body'] : ''].join(' ').trim(),
  );
}

test('two users receive changes of their own rows only, each through its own policies and grants', async () => {
  const [ofAnn] = await listenAs('ann', { table: 'notes' });
  const [ofBob] = await listenAs('bob', { table: 'notes' });
  await run(
    `insert into notes (owner, body, secret) values ('ann', 'for ann', 'x'), ('bob', 'for bob', 'x')`,
  );
  await run(`insert into notes (owner, body, tags) values ('everyone', 'for all', '{a,b}')`);
  await expect.poll(() => summarize(ofAnn)).toEqual(['INSERT for ann', 'INSERT for all']);
  await expect.poll(() => summarize(ofBob)).toEqual(['INSERT for bob', 'INSERT for all']);
  expect(ofAnn?.[1]).toEqual({
    schema: 'public',
    table: 'notes',
    commit_timestamp: expect.stringMatching(/^20\d\d-\d\d-\d\dT.*Z$/),
    eventType: 'INSERT',
    // Without the column that the role may not read.
    new: {
      id: expect.any(Number),
      owner: 'everyone',
      body: 'for all',
      stars: 0,
      tags: ['a', 'b'],
      at: '2026-01-02T03:04:05+00:00',
    },
    old: {},
    errors: null,
  });
});

test('a row that becomes invisible is a DELETE for those who saw it and an UPDATE for those who see it now', async () => {
  const [ofAnn] = await listenAs('ann', { table: 'notes' });
  const [ofBob] = await listenAs('bob', { table: 'notes' });
  const [ofEve] = await listenAs('eve', { table: 'notes' });
  // Ann saw it only through REST, before any change was delivered.
  await run(`insert into notes (owner, body) overriding system value values ('ann', 'passed on')`);
  await expect.poll(() => summarize(ofAnn)).toEqual(['INSERT passed on']);
  await run(`update notes set owner = 'bob' where body = 'passed on'`);
  await expect.poll(() => summarize(ofAnn)).toEqual(['INSERT passed on', 'DELETE']);
  const id = ofAnn?.[0]?.new && 'id' in ofAnn[0].new ? ofAnn[0].new['id'] : undefined;
  expect(ofAnn?.[1]?.old).toEqual({ id });
  await expect.poll(() => summarize(ofBob)).toEqual(['UPDATE passed on']);
  await run(`delete from notes where body = 'passed on'`);
  await expect.poll(() => summarize(ofBob)).toEqual(['UPDATE passed on', 'DELETE']);
  await run(`insert into notes (owner, body) values ('eve', 'the end')`);
  // A user who never saw the row gets no event for it, not even for its deletion.
  await expect.poll(() => summarize(ofEve)).toEqual(['INSERT the end']);
  expect(summarize(ofAnn)).toHaveLength(2);
});

test('a subscriber receives only the changes that its filter and event types select', async () => {
  const [all, inserts, deletes, ...filtered] = await listenAs(
    'service',
    { table: 'notes' },
    { table: 'notes', event: 'INSERT' },
    { table: 'notes', event: 'DELETE' },
    { table: 'notes', filter: 'stars=eq.3' },
    { table: 'notes', filter: 'stars=neq.3' },
    { table: 'notes', filter: 'stars=gt.3' },
    { table: 'notes', filter: 'stars=gte.3' },
    { table: 'notes', filter: 'stars=lt.3' },
    { table: 'notes', filter: 'stars=lte.3' },
    { table: 'notes', filter: 'owner=in.(carl,"d,e")' },
    { table: 'notes', filter: 'owner=eq.carl,stars=gt.2' },
  );
  await run(
    `insert into notes (owner, body, stars) values ('carl', 'two', 2), ('d,e', 'three', 3), ('f', 'four', 4)`,
  );
  await expect.poll(() => summarize(all)).toEqual(['INSERT two', 'INSERT three', 'INSERT four']);
  await expect
    .poll(() => filtered.map((changes) => summarize(changes).map((one) => one.slice(7))))
    .toEqual([
      ['three'],
      ['two', 'four'],
      ['four'],
      ['three', 'four'],
      ['two'],
      ['two', 'three'],
      ['two', 'three'],
      [],
    ]);
  expect(summarize(inserts)).toHaveLength(3);
  expect(summarize(deletes)).toEqual([]);
  await run(`update notes set stars = 9 where owner = 'carl'`);
  await expect.poll(() => summarize(filtered[7])).toEqual(['UPDATE two']);
  await run(`delete from notes where owner = 'carl'`);
  await expect.poll(() => summarize(filtered[7])).toEqual(['UPDATE two', 'DELETE']);
  await expect.poll(() => summarize(deletes)).toEqual(['DELETE']);
});

test('long rows are delivered whole, all rows of one statement are delivered, and rolled back ones never', async () => {
  const [plain, whole, named] = await listenAs(
    'service',
    { table: 'plain' },
    { table: 'whole' },
    { table: 'plain', filter: 'name=eq.Jane' },
  );
  const body = 'ä'.repeat(10_000);
  await run("begin; insert into plain (body) values ('never'); rollback");
  await run(`insert into plain (body, name) values ($1, 'JANE')`, [body]);
  await expect.poll(() => plain?.length).toBe(1);
  expect(plain?.[0]?.new).toMatchObject({ body });
  // Uses the equality operator of an extension's type.
  expect(named?.[0]?.new).toMatchObject({ name: 'JANE' });
  await run(`insert into plain (body) select 'row ' || n from generate_series(1, 1500) n`);
  await expect.poll(() => plain?.length).toBe(1501);
  await run(`insert into whole values (1, 'before')`);
  await expect.poll(() => summarize(whole)).toEqual(['INSERT before']);
  await run(`update whole set id = 2, body = 'after'`);
  await expect.poll(() => summarize(whole)).toEqual(['INSERT before', 'DELETE', 'UPDATE after']);
  await run(`update whole set body = 'later'`);
  await expect.poll(() => whole?.at(-1)?.old).toEqual({ id: 2, body: 'after' });
});

test('too many rows in one statement are reported as missed, and the channel joins again', async () => {
  const client = disconnectAfterTest(server.client(server.secretKey));
  const channel = client.channel('many');
  const statuses: string[] = [];
  const received = collect<Change>(channel, 'postgres_changes', {
    event: '*',
    schema: 'public',
    table: 'plain',
  });
  const systemMessages = collect<{ message: string }>(channel, 'system', {});
  channel.subscribe((status) => statuses.push(status));
  await expect.poll(() => statuses).toEqual(['SUBSCRIBED']);
  await run(`insert into plain (body) select 'row ' || n from generate_series(1, 2001) n`);
  await expect
    .poll(() => statuses, { timeout: 15_000 })
    .toEqual(['SUBSCRIBED', 'CHANNEL_ERROR', 'SUBSCRIBED']);
  expect(systemMessages.map(({ message }) => message)).toContain(
    'Changes may have been missed: join again and read what you show',
  );
  await run(`insert into plain (body) values ('after')`);
  await expect.poll(() => summarize(received)).toEqual(['INSERT after']);
});

test('tables added to the publication deliver at once, renamed keys too, and joins for others are rejected with the reason', async () => {
  await run(
    `create table public.late (id char(4) primary key, body text); grant all on public.late to service_role`,
  );
  await expect(listenAs('service', { table: 'late' })).rejects.toThrow(
    'Unable to subscribe to changes of public.late',
  );
  await expect(listenAs('ann', { table: 'quiet' })).rejects.toThrow('Unable to subscribe');
  await expect(listenAs('ann', { table: 'notes', filter: 'nothing=eq.x' })).rejects.toThrow('InvalidFilter');
  await expect(listenAs('ann', { table: 'notes', filter: 'stars=eq.many' })).rejects.toThrow('InvalidFilter');
  // A filter on a type without equality would fail only when a row changes, for all users in the same query.
  await expect(listenAs('ann', { table: 'notes', filter: 'data=eq.{}' })).rejects.toThrow('InvalidFilter');
  await expect(listenAs('ann', { table: 'notes', filter: 'stars=like.1' })).rejects.toThrow('InvalidFilter');
  await run('alter publication supabase_realtime add table public.late');
  let received: Change[][] = [];
  await expect.poll(async () => (received = await listenAs('service', { table: 'late' })).length).toBe(1);
  await run(
    `alter table public.late rename column id to number; insert into public.late values ('ab12', 'here')`,
  );
  await expect.poll(() => summarize(received[0])).toEqual(['INSERT here']);
  await run('alter publication supabase_realtime drop table public.late');
  const { rows } = await server.pool.query(`select from pg_trigger where tgrelid = 'public.late'::regclass`);
  expect(rows).toEqual([]);
});

test('a subscriber that joins before its token receives changes once it has one, and cannot filter by columns that it may not read', async () => {
  let token: string | undefined;
  const client = disconnectAfterTest(await clientOf(server, () => token ?? server.publishableKey));
  const channel = client.channel('early');
  const filter = { event: '*', schema: 'public', table: 'notes' };
  const received = collect<Change>(channel, 'postgres_changes', filter);
  const guessed = collect<Change>(channel, 'postgres_changes', { ...filter, filter: 'secret=eq.x' });
  const systemMessages = collect<{ message: string }>(channel, 'system', {});
  await join(channel);
  await expect.poll(() => systemMessages[0]?.message).toContain('The role anon may not read public.notes');
  token = tokenOf(server, 'ann');
  await client.realtime.setAuth();
  await expect
    .poll(async () => {
      await run(`insert into public.notes (owner, body, secret) values ('ann', 'again', 'x')`);
      return received.length;
    })
    .toBeGreaterThan(0);
  expect(guessed).toEqual([]);
});

test('a policy that fails affects its caller only', async () => {
  await run(`create policy breaks on public.plain for select to authenticated using (1 / (length(body) - 5) > -9);
    alter table public.plain enable row level security; grant select on public.plain to authenticated`);
  const [healthy] = await listenAs('service', { table: 'plain' });
  const client = disconnectAfterTest(await clientOf(server, tokenOf(server, 'ann')));
  const channel = client.channel('breaks');
  const received = collect<Change>(channel, 'postgres_changes', {
    event: '*',
    schema: 'public',
    table: 'plain',
  });
  const systemMessages = collect<{ message: string }>(channel, 'system', {});
  await join(channel).catch(() => {});
  await run(`insert into public.plain (body) values ('fiver')`);
  await expect.poll(() => summarize(healthy)).toEqual(['INSERT fiver']);
  await expect
    .poll(() => systemMessages.map(({ message }) => message))
    .toContain('Changes may have been missed: join again and read what you show');
  expect(received).toEqual([]);
});
