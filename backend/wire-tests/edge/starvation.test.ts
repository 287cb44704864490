import { expect, onTestFinished, test } from 'vitest';
import { startWireServer } from '../server.ts';
import { setUp } from '../set-up.ts';

const server = setUp(() =>
  startWireServer({
    migrationsSql: `
      create table public.notes (id int primary key);
      insert into public.notes values (1);
      -- Waits until the test releases the lock.
      create function public.crawl() returns void language sql as 'select pg_advisory_xact_lock_shared(1)';
    `,
  }),
);

function sendFrom(path: string, from?: { address: string }, init: RequestInit = {}): Promise<Response> {
  const headers = { apikey: server.publishableKey };
  const request = new Request(`${server.url}${path}`, { ...init, headers });
  const response = server.backend?.fetch(request, from);
  if (!response) throw new Error('this test needs our own server');
  return response;
}

async function crawling(): Promise<number> {
  const { rows } = await server.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query ilike '%crawl%'`,
  );
  return rows[0]?.count ?? 0;
}

test('slow requests of one address do not block other addresses or this process', async () => {
  const holder = await server.pool.connect();
  // Ends the session, and with it the lock, even if an assertion above failed.
  onTestFinished(() => holder.release(true));
  await holder.query('select pg_advisory_lock(1)');
  const crawl = { method: 'POST' };
  const slow = Array.from({ length: 30 }, () =>
    sendFrom('/rest/v1/rpc/crawl', { address: '203.0.113.7' }, crawl),
  );
  await expect.poll(crawling).toBe(5);
  expect((await sendFrom('/rest/v1/notes', { address: '203.0.113.8' })).status).toBe(200);
  const others = ['203.0.113.9', '203.0.113.10', '203.0.113.11'].map((address) =>
    sendFrom('/rest/v1/rpc/crawl', { address }, crawl),
  );
  await expect.poll(crawling).toBe(7);
  // Pages and lead forms of the site send requests from inside the process.
  expect((await sendFrom('/rest/v1/notes')).status).toBe(200);
  const body = JSON.stringify({ id: 2 });
  const written = await sendFrom('/rest/v1/notes', undefined, { method: 'POST', body });
  expect(written.status).toBe(201);
  await holder.query('select pg_advisory_unlock(1)');
  const statuses = (await Promise.all([...slow, ...others])).map((response) => response.status);
  expect(new Set(statuses)).toEqual(new Set([204]));
});

test('unread large responses of one address block nothing', async () => {
  await server.pool.query(
    `create or replace function public.much() returns setof text language sql stable
     as $$ select repeat('x', 2000) from generate_series(1, 1000) $$`,
  );
  await server.pool.query(`notify pgrst, 'reload schema'`);
  await expect.poll(async () => (await sendFrom('/rest/v1/rpc/much?limit=1')).status).toBe(200);
  const from = { address: '203.0.113.20' };
  const unread = [];
  for (let count = 0; count < 6; count += 1)
    unread.push(await sendFrom('/rest/v1/rpc/much', from, { method: 'POST' }));
  expect(unread.map(({ status }) => status)).toEqual(Array(6).fill(200));
  for (const address of [from.address, '203.0.113.21']) {
    const response = await sendFrom('/rest/v1/rpc/much', { address }, { method: 'POST' });
    expect(await response.json()).toHaveLength(1000);
  }
  for (const response of unread) expect(await response.json()).toHaveLength(1000);
});

test('an anonymous caller sends a mebibyte to the data API at most, which is decided before it is read', async () => {
  const mebibyte = 1024 * 1024;
  let pulled = 0;
  function bodyOf(bytes: number): ReadableStream {
    let left = bytes;
    return new ReadableStream(
      {
        pull(controller) {
          pulled += 1;
          controller.enqueue(new Uint8Array(Math.min(left, 65_536)).fill(0x20));
          left -= 65_536;
          if (left <= 0) controller.close();
        },
      },
      { highWaterMark: 0 },
    );
  }
  async function post(key: string, bytes: number, announced: boolean): Promise<number> {
    const headers = { apikey: key, ...(announced ? { 'content-length': String(bytes) } : {}) };
    const init = { method: 'POST', headers, body: bodyOf(bytes), duplex: 'half' } as RequestInit;
    const request = new Request(`${server.url}/rest/v1/notes`, init);
    const response = await server.backend?.fetch(request, { address: '203.0.113.40' });
    return response?.status ?? 0;
  }
  for (const key of [server.publishableKey, 'sb_publishable_wrong']) {
    pulled = 0;
    expect(await post(key, 19 * mebibyte, true)).toBe(413);
    expect(pulled).toBe(0);
    expect(await post(key, 19 * mebibyte, false)).toBe(413);
    expect(pulled).toBeLessThan(20);
  }
  // A body of spaces is not JSON.
  expect(await post(server.publishableKey, mebibyte, true)).toBe(400);
  expect(await post(server.secretKey, 2 * mebibyte, true)).toBe(400);
  expect(await post(server.secretKey, 2 * mebibyte, false)).toBe(400);
  expect(await post(server.secretKey, 21 * mebibyte, true)).toBe(413);
});
