// Tests a failing change feed: an interrupted channel joins again, so it must not be interrupted at every write.
import { expect, onTestFinished, test } from 'vitest';
import { createPool } from '../../src/database/pool.ts';
import { startCluster } from '../cluster.ts';
import { type RawSocket, openRaw } from './raw-socket.ts';
import { realtimeSql, tokenOf } from './client.ts';
import { startWireServer } from '../server.ts';
import { setUp } from '../set-up.ts';

const cluster = setUp(startCluster);
const server = setUp(() =>
  startWireServer({
    cluster,
    migrationsSql: `${realtimeSql}
      create table public.switch (broken boolean);
      insert into public.switch values (false);
      create function public.breaks() returns boolean language plpgsql security definer as $$
      begin
        if (select broken from public.switch) then raise exception 'broken'; end if;
        return true;
      end $$;
      alter table public.plain enable row level security;
      create policy breaks on public.plain for select to authenticated using (public.breaks());`,
  }),
);

/** Joins only once, unlike the real client. */
async function listenRaw(): Promise<RawSocket> {
  const raw = await openRaw(server);
  onTestFinished(() => raw.socket.terminate());
  raw.sendFrame('1', '1', 'realtime:plain', 'phx_join', {
    config: { postgres_changes: [{ event: '*', schema: 'public', table: 'plain' }] },
    access_token: tokenOf(server, 'ann'),
  });
  await expect
    .poll(() => raw.received.find((frame) => frame[3] === 'phx_reply')?.[4])
    .toMatchObject({ status: 'ok' });
  return raw;
}

function count(raw: RawSocket, event: string): number {
  return raw.received.filter((frame) => frame[3] === event).length;
}

async function write(times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    const failures = server.log.length;
    await server.pool.query(`insert into public.plain (body) values ('row')`);
    // One by one, because the feed skips some attempts.
    await expect
      .poll(() => server.log.length, { timeout: 200 })
      .toBeGreaterThan(failures)
      .catch(() => {});
  }
}

function failed(): number {
  return server.log.filter(({ event }) => /^realtime\.changes_(missed|failed)$/.test(event)).length;
}

test('a policy that fails interrupts its callers with a growing backoff, and once it works changes are delivered', async () => {
  const raw = await listenRaw();
  await server.pool.query('update public.switch set broken = true');
  await write(12);
  const tries = failed();
  expect(tries).toBeGreaterThan(1);
  expect(tries).toBeLessThan(7);
  expect(count(raw, 'phx_error')).toBeLessThanOrEqual(tries);
  expect(count(raw, 'phx_error')).toBeGreaterThan(0);
  await server.pool.query('update public.switch set broken = false');
  const before = count(raw, 'phx_error');
  // The end of the backoff reports missed changes; later writes are delivered.
  await expect
    .poll(
      async () => {
        await write(1);
        return count(raw, 'postgres_changes');
      },
      { timeout: 20_000 },
    )
    .toBeGreaterThan(0);
  expect(count(raw, 'phx_error')).toBeGreaterThan(before);
});

test('a feed without a database session interrupts channels once, and once more when it is back @audit', async () => {
  const raw = await listenRaw();
  const { rows } = await server.pool.query<{ name: string }>('select current_database() as name');
  const name = rows[0]?.name ?? '';
  // From outside, because a session cannot close its own database.
  const outside = createPool(cluster.connection, { max: 1 });
  const before = failed();
  await outside.query(`alter database ${name} with allow_connections false`);
  try {
    // All sessions but the one that listens and the one that writes.
    await server.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name not like 'realtime %' and pid <> pg_backend_pid()`,
    );
    await write(12);
    expect(failed() - before).toBeGreaterThan(1);
    expect(failed() - before).toBeLessThan(7);
    expect(count(raw, 'phx_error')).toBe(1);
  } finally {
    await outside.query(`alter database ${name} with allow_connections true`);
    await outside.end();
  }
  await expect.poll(() => count(raw, 'phx_error'), { timeout: 20_000 }).toBe(2);
  await write(1);
  await expect.poll(() => count(raw, 'postgres_changes')).toBeGreaterThan(0);
});
