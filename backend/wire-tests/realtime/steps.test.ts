// Tests that subscribers receive every step of a row, each with the row as it was then. CHANGE_ROUNDS=10000 repeats
// the rounds for longer.
import { beforeAll, expect, test } from 'vitest';
import type { RealtimePostgresChangesPayload } from '@supabase/supabase-js';
import { startPeerServer, type PeerServer } from '../peer-server.ts';
import { startWireServer, type WireServer } from '../server.ts';
import { disconnectAfterTest, setUp } from '../set-up.ts';
import { isWholeMatrix } from '../target.ts';
import { clientOf, collect, join, tokenOf } from './client.ts';

type Change = RealtimePostgresChangesPayload<Record<string, unknown>>;

// Schema hidden is closed to callers, as in many projects: policies may name what is in it all the same.
const sql = `
  create table public.steps (id int primary key, owner text not null, step int not null, part int);
  create table public.journal (id int generated always as identity primary key, of int, operation text, step int);
  create function public.keep_journal() returns trigger language plpgsql security definer as $$
  begin
    insert into public.journal (of, operation, step) values (coalesce(new.id, old.id), tg_op, new.step);
    return null;
  end $$;
  create trigger keep_journal after insert or update or delete on public.steps
    for each row execute function public.keep_journal();
  create schema hidden;
  create table hidden.rooms (part int, member text);
  alter table hidden.rooms enable row level security;
  create policy own on hidden.rooms for select to authenticated using (member = auth.jwt() ->> 'name');
  grant select on hidden.rooms to authenticated;
  create function hidden.is_own(given public.steps) returns boolean language sql stable security definer
    as $$ select given.owner = auth.jwt() ->> 'name' and current_setting('role') = 'authenticated' $$;
  grant execute on function hidden.is_own(public.steps) to authenticated;
  alter table public.steps enable row level security;
  create policy own_or_in_room on public.steps for select to authenticated
    using (hidden.is_own(steps) or exists (select from hidden.rooms as steps_1 where steps_1.part = steps.part));
  create policy not_secret on public.steps as restrictive for select using (step <> 13);
  create policy others on public.steps for select to anon using (true);

  create table public.plain_steps (id int primary key, owner text, step int, secret text);
  alter table public.plain_steps enable row level security;
  create policy own on public.plain_steps for select to authenticated using (owner = auth.jwt() ->> 'name');
  revoke all on public.plain_steps from authenticated;
  grant select (id, owner, step) on public.plain_steps to authenticated;

  alter publication supabase_realtime add table public.steps, public.plain_steps;
`;

const rounds = Number(process.env['CHANGE_ROUNDS'] || (isWholeMatrix ? 1_000 : 60));
const workers = 4;
const longMs = 90_000 + rounds * 200;

const server = setUp(() => startWireServer({ migrationsSql: sql }));
let doomed: PeerServer;
beforeAll(async () => {
  doomed = await startPeerServer(server);
}, 90_000);

async function listen(
  at: Pick<WireServer, 'client'>,
  name: string,
  ...tables: string[]
): Promise<{ received: Change[]; errors: unknown[] }> {
  const client = disconnectAfterTest(
    name === 'service' ? at.client(server.secretKey) : await clientOf(server, tokenOf(server, name)),
  );
  const channel = client.channel(`steps of ${name}`);
  const received: Change[] = [];
  for (const table of tables)
    channel.on('postgres_changes', { event: '*', schema: 'public', table }, (change) =>
      received.push(change as Change),
    );
  const systemMessages = collect<{ status: string }>(channel, 'system', {});
  await join(channel);
  return {
    received,
    get errors() {
      return systemMessages.filter(({ status }) => status === 'error');
    },
  };
}

function describe({ eventType, new: row, old }: Change): string {
  const { id, step } = { ...old, ...row } as Record<string, unknown>;
  return `${eventType} ${String(id)}${step === undefined ? '' : `/${String(step)}`}`;
}

async function run(text: string, values: unknown[] = []): Promise<void> {
  await server.pool.query(text, values);
}

test(
  'B-360 insert, update and delete of a row right after each other are three events, in order; on the other server too when one is killed',
  async () => {
    const here = await listen(server, 'service', 'steps');
    const there = await listen(doomed, 'service', 'steps');
    const api = [server, doomed].map((one) => one.client(server.secretKey));
    let killed: Promise<void> | undefined;
    async function work(worker: number): Promise<void> {
      for (let round = worker; round < rounds; round += workers) {
        if (round >= rounds / 2) killed ??= doomed.kill();
        // Every other round through the API, where the killed server may or may not commit what it was sent.
        const rest = round % 2 === 0 ? undefined : api[killed ? 0 : (round >> 1) % 2]?.from('steps');
        if (rest) {
          await rest.insert({ id: round, owner: 'ann', step: 1 });
          await rest.update({ step: 2 }).eq('id', round);
          await rest.delete().eq('id', round);
        } else {
          await run(`insert into steps values ($1, 'ann', 1)`, [round]);
          await run(`update steps set step = 2 where id = $1`, [round]);
          await run(`delete from steps where id = $1`, [round]);
        }
      }
    }
    await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
    await killed;
    const { rows } = await server.pool.query<{ of: number; operation: string; step: number | null }>(
      'select of, operation, step from journal order by id',
    );
    expect(rows.length).toBeGreaterThan(rounds * 2);
    await expect.poll(() => here.received.length, { timeout: 30_000 }).toBe(rows.length);
    const expected = Map.groupBy(rows, (row) => row.of);
    const received = Map.groupBy(here.received.map(describe), (text) => Number(/\d+/.exec(text)?.[0]));
    for (const [id, steps] of expected)
      expect(received.get(id)).toEqual(
        steps.map(({ operation, step }) => `${operation} ${id}${step === null ? '' : `/${step}`}`),
      );
    expect(here.errors).toEqual([]);
    // Those of the killed server received some of them, each once.
    expect(there.received.length).toBeLessThanOrEqual(rows.length);
    expect(new Set(there.received.map(describe)).size).toBe(there.received.length);
    // a round that the killed server did not finish leaves its row
    await run('delete from steps');
  },
  longMs,
);

for (const table of ['plain_steps', 'steps'])
  test(`B-361 policies decide about the row as it was: visible, hidden, visible again, all before the first is delivered (${table})`, async () => {
    const ann = await listen(server, 'ann', table);
    const bob = await listen(server, 'bob', table);
    await run(
      `do $$ begin execute format('revoke temporary on database %I from public', current_database()); end $$`,
    );
    await run(`
      insert into ${table} (id, owner, step) values (1, 'ann', 1);
      update ${table} set owner = 'bob', step = 2 where id = 1;
      update ${table} set owner = 'ann', step = 3 where id = 1;
      update ${table} set owner = 'carl', step = 4 where id = 1;
      update ${table} set step = 5 where id = 1;
      update ${table} set owner = 'bob', step = 6 where id = 1;
      delete from ${table} where id = 1`);
    await expect
      .poll(() => ann.received.map(describe))
      .toEqual(['INSERT 1/1', 'DELETE 1', 'UPDATE 1/3', 'DELETE 1']);
    await expect
      .poll(() => bob.received.map(describe))
      .toEqual(['UPDATE 1/2', 'DELETE 1', 'UPDATE 1/6', 'DELETE 1']);
    expect([...ann.errors, ...bob.errors]).toEqual([]);
  });

test('B-361 a restrictive policy hides a step; a policy that reads another table uses its state at delivery', async () => {
  const ann = await listen(server, 'ann', 'steps');
  await run(`
    insert into steps values (2, 'ann', 12); update steps set step = 13 where id = 2; update steps set step = 14 where id = 2;
    delete from steps where id = 2`);
  await expect
    .poll(() => ann.received.map(describe))
    .toEqual(['INSERT 2/12', 'DELETE 2', 'UPDATE 2/14', 'DELETE 2']);
  await run(`
    insert into steps values (3, 'bob', 1, 7); insert into steps values (4, 'bob', 1, 8);
    insert into hidden.rooms values (7, 'ann'), (8, 'bob')`);
  await expect.poll(() => ann.received.slice(4).map(describe)).toEqual(['INSERT 3/1']);
  // Committed with the change, so it decides about it.
  await run(`begin; update steps set step = 2; delete from hidden.rooms; commit;
    insert into steps values (5, 'ann', 1)`);
  await expect.poll(() => ann.received.slice(5).map(describe)).toEqual(['INSERT 5/1']);
  await run('delete from steps');
});

test('B-361 grants and policies that end with a change hold for it, and a caller cannot leave its role', async () => {
  const ann = await listen(server, 'ann', 'plain_steps');
  await run(`insert into plain_steps values (1, 'ann', 1, 'x')`);
  await expect.poll(() => ann.received.map((one) => one.new)).toEqual([{ id: 1, owner: 'ann', step: 1 }]);
  await run(`begin; update plain_steps set step = 2, secret = 'y';
    revoke select (step) on plain_steps from authenticated; commit`);
  await expect.poll(() => ann.received[1]?.new).toEqual({ id: 1, owner: 'ann' });
  await run(`begin; update plain_steps set step = 3; drop policy own on plain_steps; commit;
    create policy all_of_it on plain_steps for select to authenticated using (step = 4);
    update plain_steps set step = 4; drop policy all_of_it on plain_steps;
    create policy own on plain_steps for select to authenticated using (owner = auth.jwt() ->> 'name');
    delete from plain_steps`);
  await run(`insert into plain_steps values (2, 'ann', 1, 'x')`);
  await expect.poll(() => ann.received.at(-1)?.new).toEqual({ id: 2, owner: 'ann' });
  // Steps 3 and 4 had no policy when they were delivered, or that of the owner: never the secret.
  expect(JSON.stringify(ann.received)).not.toContain('secret');
  await run(`create function hidden.escape() returns boolean language plpgsql as $$
    begin
      execute 'reset role';
      return current_user <> 'authenticated';
    end $$;
    create policy escape on public.steps for select to authenticated using (hidden.escape())`);
  const caught = await listen(server, 'eve', 'steps');
  await run(`insert into steps values (9, 'zoe', 1)`);
  await expect.poll(() => caught.errors.length).toBeGreaterThan(0);
  expect(caught.received).toEqual([]);
  await run('drop policy escape on public.steps; delete from steps; delete from plain_steps');
});

test('B-360 keys that move within a statement, savepoints and two tables arrive in the order of the commit', async () => {
  const all = await listen(server, 'service', 'steps', 'plain_steps');
  await run(`
    insert into steps values (21, 'ann', 1), (22, 'ann', 2);
    update steps set id = id + 1 where id > 20 and false;
    begin; insert into plain_steps values (31, 'ann', 1); savepoint s; insert into steps values (23, 'ann', 3);
    rollback to s; insert into steps values (24, 'ann', 4); update plain_steps set step = 2; commit;
    begin; insert into steps values (25, 'ann', 5); rollback;
    update steps set id = case id when 21 then 30 else 21 end where id in (21, 22)`);
  await expect
    .poll(() => all.received.map(describe))
    .toEqual([
      'INSERT 21/1',
      'INSERT 22/2',
      'INSERT 31/1',
      'INSERT 24/4',
      'UPDATE 31/2',
      'DELETE 22',
      'UPDATE 30/1',
      'UPDATE 21/2',
    ]);
  await run('delete from steps; delete from plain_steps');
});
