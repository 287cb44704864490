import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { send, startLibrary } from './library.ts';
import { setUp } from '../set-up.ts';

const server = setUp(startLibrary);

function sign(claims: Record<string, unknown>, expires = '1h'): Promise<string> {
  return new SignJWT({ aud: 'authenticated', ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setIssuer(`${server.url}/auth/v1`)
    .setExpirationTime(expires)
    .sign(new TextEncoder().encode(server.jwtSecret));
}

test('P-153 column grants apply: a write without the grant is 401 for anon, and an insert needs no select grant', async () => {
  const anon = server.client();
  expect((await anon.from('notes').insert({ name: 'a', message: 'b' })).status).toBe(201);
  expect((await anon.from('notes').insert([{ name: 'c', message: null }], { count: 'exact' })).count).toBe(1);
  for (const attempt of [
    await anon.from('notes').insert({ name: 'a', status: 'done' }),
    await anon.from('notes').insert({ name: 'a' }).select(),
    await anon.from('notes').select(),
    await anon.from('notes').update({ name: 'x' }).eq('id', randomUUID()),
    await anon.from('notes').delete().eq('id', randomUUID()),
    await anon.from('notes').upsert({ name: 'a' }),
    await anon.rpc('hidden'),
  ]) {
    expect([attempt.status, attempt.error?.code]).toEqual([401, '42501']);
  }
});

test('P-154 for a signed-in user the same errors are 403, and only granted columns can be read', async () => {
  const bearer = await sign({ role: 'authenticated', sub: randomUUID() });
  expect((await send(server, '/notes?select=id,name', { bearer })).status).toBe(200);
  const denied = await send(server, '/notes?select=message', { bearer });
  expect([denied.status, denied.body]).toMatchObject([403, { code: '42501' }]);
  expect((await send(server, '/notes', { bearer })).status).toBe(403);
  expect((await send(server, '/notes?select=id&message=eq.b', { bearer })).status).toBe(403);
  expect((await send(server, '/notes', { bearer, method: 'POST', body: { name: 'x' } })).status).toBe(403);
});

test('P-152 row level security applies to reads, embeds, counts and writes', async () => {
  const anon = server.client();
  expect((await anon.from('reviews').select('stars', { count: 'exact' }).order('stars')).data).toEqual([
    { stars: 3 },
    { stars: 4 },
    { stars: 5 },
  ]);
  expect((await anon.from('reviews').select('*', { count: 'exact', head: true })).count).toBe(3);
  expect((await anon.from('books').select('reviews(stars)').eq('id', 2).single()).data).toEqual({
    reviews: [],
  });
  const rejected = await anon.from('reviews').insert({ book_id: 1, stars: 5 });
  expect([rejected.status, rejected.error?.code]).toEqual([401, '42501']);
  const sub = randomUUID();
  const bearer = await sign({ role: 'authenticated', sub });
  const own = await send(server, '/reviews?select=owner', {
    method: 'POST',
    bearer,
    body: { book_id: 1, stars: 5 },
    headers: { prefer: 'return=representation' },
  });
  expect([own.status, own.body]).toEqual([201, [{ owner: sub }]]);
  const other = await send(server, '/reviews', {
    method: 'POST',
    bearer,
    body: { book_id: 1, stars: 5, owner: randomUUID() },
  });
  expect([other.status, other.body]).toMatchObject([403, { code: '42501' }]);
  const all = await server.client(server.secretKey).from('reviews').select('stars').eq('stars', 1);
  expect(all.data).toEqual([{ stars: 1 }]);
});

test('B-56 an invalid bearer is rejected, never served as anonymous; so is a request without a key', async () => {
  const expired = await sign({ role: 'authenticated', sub: randomUUID() }, '-1h');
  const good = await sign({ role: 'authenticated', sub: randomUUID() });
  const owner = await sign({ role: 'postgres' });
  for (const bearer of [
    'garbage',
    expired,
    `${good.slice(0, -3)}abc`,
    owner,
    'a.b.c',
    `${good.split('.').slice(0, 2).join('.')}.`,
  ]) {
    const response = await send(server, '/books', { bearer });
    expect([response.status, response.headers.get('www-authenticate')?.slice(0, 6)]).toEqual([401, 'Bearer']);
    expect(response.body).toEqual({
      code: expect.stringMatching(/^PGRST30[13]$/),
      message: expect.any(String),
      details: null,
      hint: expect.anything(),
    });
  }
  expect((await fetch(`${server.url}/rest/v1/books`)).status).toBe(401);
  expect((await send(server, '/books', { key: 'sb_publishable_wrong' })).status).toBe(401);
});

test('B-56 role, claims and headers of concurrent requests do not mix', async () => {
  const bearers = await Promise.all(
    [0, 1, 2, 3].map((n) => sign({ role: 'authenticated', sub: randomUUID(), n })),
  );
  const asked = Array.from({ length: 200 }, async (_each, index) => {
    const bearer = bearers[index % 5];
    const path = index % 3 === 0 ? '/rpc/fail?message=x' : '/rpc/who';
    const headers = index % 2 === 0 ? { 'x-probe': `probe-${index}` } : undefined;
    const response = await send(server, path, { ...(bearer && { bearer }), ...(headers && { headers }) });
    if (path !== '/rpc/who') return;
    const seen = response.body as { role: string; header: string | null; claims: { n?: number } };
    expect(seen.role).toBe(bearer ? 'authenticated' : 'anon');
    expect(seen.claims.n).toBe(bearer ? index % 5 : undefined);
    expect(seen.header).toBe(index % 2 === 0 ? `probe-${index}` : null);
  });
  await Promise.all(asked);
});

test('headers with the client address hold what the server knows, whatever the caller sent', async () => {
  await server.pool.query(`
    create function seen_headers() returns json language sql
      as $$ select current_setting('request.headers')::json $$`);
  const lies = {
    'x-forwarded-for': '6.6.6.6, 7.7.7.7',
    'cf-connecting-ip': '6.6.6.6',
    'x-real-ip': '6.6.6.6',
    forwarded: 'for=6.6.6.6',
  };
  const seen = async (headers: Record<string, string>): Promise<Record<string, string>> =>
    (await send(server, '/rpc/seen_headers', { headers })).body as Record<string, string>;
  await expect
    .poll(() => seen(lies))
    .toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'cf-connecting-ip': '127.0.0.1',
      'x-real-ip': '127.0.0.1',
    });
  expect(JSON.stringify(await seen(lies))).not.toMatch(/6\.6\.6\.6|7\.7\.7\.7/);
  expect(await seen({ 'x-probe': 'kept' })).toMatchObject({
    'x-probe': 'kept',
    'x-forwarded-for': '127.0.0.1',
  });
});

test('SQL that a caller injects through a function keeps the role of a caller', async () => {
  await server.pool.query(`
    create function smuggle(sql text) returns text language plpgsql
      as $$ begin execute sql; return current_user; end $$`);
  const client = server.client();
  await expect.poll(async () => (await client.rpc('smuggle', { sql: 'select 1' })).data).toBe('anon');
  const { rows } = await server.pool.query<{ owner: string }>('select current_user as owner');
  const owner = rows[0]?.owner ?? '';
  for (const sql of [
    `set role "${owner}"`,
    `set session authorization "${owner}"`,
    `reset role; set role "${owner}"`,
    `select set_config('role', '${owner}', false)`,
    `copy (select 1) to program 'true'`,
    `reset role; create role smuggled`,
    `alter role anon superuser`,
  ]) {
    const { error } = await client.rpc('smuggle', { sql });
    expect([sql, error?.code]).toEqual([sql, '42501']);
  }
  const back = await client.rpc('smuggle', { sql: 'set session authorization default' });
  expect(back.data).toBe('authenticator');
  expect((await client.rpc('who')).data).toMatchObject({ role: 'anon' });
});
