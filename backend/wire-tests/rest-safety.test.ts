import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, startLibrary } from './rest-library.ts';
import type { WireServer } from './server.ts';

let server: WireServer;

beforeAll(async () => {
  server = await startLibrary();
});

afterAll(async () => {
  await server.close();
});

function sign(claims: Record<string, unknown>, expires = '1h'): Promise<string> {
  return new SignJWT({ aud: 'authenticated', ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setIssuer(`${server.url}/auth/v1`)
    .setExpirationTime(expires)
    .sign(new TextEncoder().encode(server.jwtSecret));
}

test('P-153 column grants decide: a write without the right is 401 for anon, and nothing need be readable to add', async () => {
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

test('P-154 the same refusals are 403 for who is signed in, who may read only the columns granted', async () => {
  const bearer = await sign({ role: 'authenticated', sub: randomUUID() });
  expect((await ask(server, '/notes?select=id,name', { bearer })).status).toBe(200);
  const denied = await ask(server, '/notes?select=message', { bearer });
  expect([denied.status, denied.body]).toMatchObject([403, { code: '42501' }]);
  expect((await ask(server, '/notes', { bearer })).status).toBe(403);
  expect((await ask(server, '/notes?select=id&message=eq.b', { bearer })).status).toBe(403);
  expect((await ask(server, '/notes', { bearer, method: 'POST', body: { name: 'x' } })).status).toBe(403);
});

test('P-152 row level security holds on reads, embeds, counts and writes', async () => {
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
  const refused = await anon.from('reviews').insert({ book_id: 1, stars: 5 });
  expect([refused.status, refused.error?.code]).toEqual([401, '42501']);
  const sub = randomUUID();
  const bearer = await sign({ role: 'authenticated', sub });
  const own = await ask(server, '/reviews?select=owner', {
    method: 'POST',
    bearer,
    body: { book_id: 1, stars: 5 },
    headers: { prefer: 'return=representation' },
  });
  expect([own.status, own.body]).toEqual([201, [{ owner: sub }]]);
  const other = await ask(server, '/reviews', {
    method: 'POST',
    bearer,
    body: { book_id: 1, stars: 5, owner: randomUUID() },
  });
  expect([other.status, other.body]).toMatchObject([403, { code: '42501' }]);
  const all = await server.client(server.secretKey).from('reviews').select('stars').eq('stars', 1);
  expect(all.data).toEqual([{ stars: 1 }]);
});

test('P-170 a bad bearer is refused, never served as anonymous; so is a request without a key', async () => {
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
    const answer = await ask(server, '/books', { bearer });
    expect([answer.status, answer.headers.get('www-authenticate')?.slice(0, 6)]).toEqual([401, 'Bearer']);
    expect(answer.body).toEqual({
      code: expect.stringMatching(/^PGRST30[13]$/),
      message: expect.any(String),
      details: null,
      hint: expect.anything(),
    });
  }
  expect((await fetch(`${server.url}/rest/v1/books`)).status).toBe(401);
  expect((await ask(server, '/books', { key: 'sb_publishable_wrong' })).status).toBe(401);
});

test('P-170 nothing of one request reaches another', async () => {
  const bearers = await Promise.all(
    [0, 1, 2, 3].map((n) => sign({ role: 'authenticated', sub: randomUUID(), n })),
  );
  const asked = Array.from({ length: 200 }, async (_each, index) => {
    const bearer = bearers[index % 5];
    const path = index % 3 === 0 ? '/rpc/fail?message=x' : '/rpc/who';
    const headers = index % 2 === 0 ? { 'x-probe': `probe-${index}` } : undefined;
    const answer = await ask(server, path, { ...(bearer && { bearer }), ...(headers && { headers }) });
    if (path !== '/rpc/who') return;
    const seen = answer.body as { role: string; header: string | null; claims: { n?: number } };
    expect(seen.role).toBe(bearer ? 'authenticated' : 'anon');
    expect(seen.claims.n).toBe(bearer ? index % 5 : undefined);
    expect(seen.header).toBe(index % 2 === 0 ? `probe-${index}` : null);
  });
  await Promise.all(asked);
});

test('P-170 errors of the request name what is wrong, in the four keys of the dialect', async () => {
  const cases: [string, number, string][] = [
    ['/book', 404, 'PGRST205'],
    ['/books?id=foo.1', 400, 'PGRST100'],
    ['/books?select=id,', 400, 'PGRST100'],
    ['/books?select=a(b', 400, 'PGRST100'],
    ['/books?order=id.sideways', 400, 'PGRST100'],
    ['/books?or=(id.eq.1', 400, 'PGRST100'],
    ['/books?id=is.maybe', 400, 'PGRST100'],
    ['/books?limit=-1', 416, 'PGRST103'],
    ['/books?limit=x', 400, 'PGRST100'],
    ['/books?reviews.stars=eq.1', 400, 'PGRST108'],
    ['/books?select=id,nobody(*)', 400, 'PGRST200'],
    ['/books?select=id,authors(*)', 300, 'PGRST201'],
    ['/books?select=id,reviews(*)&order=reviews(stars)', 400, 'PGRST118'],
    ['/books?select=...reviews(stars)', 400, 'PGRST119'],
    ['/books?select=id,reviews(*)&reviews=eq.1', 400, 'PGRST120'],
    ['/books?select=pages.sum()', 400, 'PGRST123'],
    ['/books?select=nope', 400, '42703'],
    ['/books?nope=eq.1', 400, '42703'],
    ['/books?id=eq.x', 400, '22P02'],
    ['/books?select=id::nope', 400, '42704'],
    ['/books?id=like.1', 404, '42883'],
    ['/authors?data=fts.x', 200, ''],
    ['/books?title=match.(', 400, '2201B'],
    ['/books?words=fts(klingon).x', 400, '42704'],
    ['/books?words=fts.a b', 400, '42601'],
    ['/rpc/nothing_here', 404, 'PGRST202'],
    ['/', 404, 'PGRST126'],
    ['/a/b/c', 404, 'PGRST125'],
    ['/books%2', 404, 'PGRST125'],
  ];
  for (const [path, status, code] of cases) {
    const answer = await ask(server, path);
    expect([path, answer.status]).toEqual([path, status]);
    if (code === '') continue;
    expect(answer.body).toEqual({
      code,
      message: expect.any(String),
      details: expect.toSatisfy(() => true),
      hint: expect.toSatisfy(() => true),
    });
  }
  const near = await ask(server, '/book');
  expect((near.body as { hint: string }).hint).toBe("Perhaps you meant the table 'public.books'");
  const two = await ask(server, '/books?select=id,authors(*)');
  expect(two.body).toMatchObject({
    message: "Could not embed because more than one relationship was found for 'books' and 'authors'",
    details: [
      {
        cardinality: 'many-to-one',
        embedding: 'books with authors',
        relationship: 'books_author_id_fkey using books(author_id) and authors(id)',
      },
      {
        cardinality: 'many-to-one',
        embedding: 'books with authors',
        relationship: 'books_editor_fkey using books(editor_id) and authors(id)',
      },
    ],
    hint: "Try changing 'authors' to one of the following: 'authors!books_author_id_fkey', 'authors!books_editor_fkey'. Find the desired relationship in the 'details' key.",
  });
});

test('P-170 schemas, Accept and strict preferences that do not fit are refused', async () => {
  const cases: [Record<string, string>, number, string][] = [
    [{ 'accept-profile': 'auth' }, 406, 'PGRST106'],
    [{ accept: 'application/xml' }, 406, 'PGRST107'],
    [{ prefer: 'handling=strict, count=wild' }, 400, 'PGRST122'],
    [{ range: '5-1' }, 416, 'PGRST103'],
  ];
  for (const [headers, status, code] of cases) {
    const answer = await ask(server, '/books', { headers });
    expect([answer.status, (answer.body as { code: string }).code]).toEqual([status, code]);
  }
  expect((await ask(server, '/users', { headers: { 'accept-profile': 'public' } })).status).toBe(404);
});

test('P-170 hostile names and values are text, not SQL', async () => {
  const anon = server.client();
  const hostile = [
    `'; drop table authors; --`,
    `" or 1=1 --`,
    '\\',
    `\\'; select 1`,
    '$1',
    '%',
    '*',
    '🦊 Zoë',
    '\u202e',
    `a"b,c)(d`,
    '{"a":1}',
    'x'.repeat(5000),
  ];
  for (const text of hostile) {
    const eq = await anon.from('books').select('id').eq('title', text);
    expect([text, eq.status]).toEqual([text, 200]);
    const quoted = `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
    const any = await ask(server, `/books?select=id&title=in.(${encodeURIComponent(quoted)},Orphan)`);
    expect([text, any.body]).toEqual([text, [{ id: 4 }]]);
    const path = encodeURIComponent(`data->>${quoted}`);
    const json = await ask(server, `/authors?select=x:${path}&limit=1`);
    expect([text, json.status, json.body]).toEqual([text, 200, [{ x: null }]]);
    const alias = encodeURIComponent(`${quoted}:id`);
    expect((await ask(server, `/authors?select=${alias}&limit=1`)).status).toBe(200);
    for (const query of ['order=', 'id=', 'or=', 'select=', 'columns=', 'on_conflict=', 'limit=']) {
      const answer = await ask(server, `/books?${query}${encodeURIComponent(text)}`);
      expect([query, text, answer.status < 500]).toEqual([query, text, true]);
    }
    const key = await ask(server, `/books?${encodeURIComponent(text)}=eq.1`);
    expect([text, key.status < 500]).toEqual([text, true]);
    const written = await ask(server, '/authors', { method: 'POST', body: { [text]: 1 } });
    expect([text, (written.body as { code: string }).code]).toEqual([text, 'PGRST204']);
    const table = await ask(server, `/${encodeURIComponent(text)}`);
    expect([text, table.status]).toEqual([text, 404]);
    const called = await ask(server, `/rpc/greet?name=${encodeURIComponent(text)}`);
    expect([text, called.body]).toEqual([text, `hello ${text}`]);
  }
  expect((await server.pool.query('select count(*)::int as n from authors')).rows).toEqual([{ n: 3 }]);
});

test('P-170 names that need quoting can be used', async () => {
  const table = encodeURIComponent('odd "table"; --');
  const column = 'sémi;colon "q"';
  const written = await ask(server, `/${table}`, { method: 'POST', body: { id: 1, [column]: `it's` } });
  expect(written.status).toBe(201);
  const quoted = encodeURIComponent('"sémi;colon \\"q\\""');
  const read = await ask(server, `/${table}?select=${quoted}&${quoted}=eq.it's&order=${quoted}.desc`);
  expect([read.status, read.body]).toEqual([200, [{ [column]: `it's` }]]);
});

test('P-170 the NUL character is refused everywhere with 400', async () => {
  for (const path of [
    '/books?title=eq.a%00b',
    '/books?a%00b=eq.1',
    '/books?select=a%00',
    '/bo%00oks',
    '/rpc/greet?name=%00',
    '/rpc/gr%00eet',
  ]) {
    const answer = await ask(server, path);
    expect([path, answer.status]).toEqual([path, 400]);
  }
  for (const body of ['{"name":"a\\u0000b"}', '{"a\\u0000b":1}', '{"name":"\\ud800"}']) {
    const answer = await ask(server, '/authors', { method: 'POST', body });
    expect([body, answer.status]).toEqual([body, 400]);
  }
  const called = await ask(server, '/rpc/greet', { method: 'POST', body: '{"name":"a\\u0000"}' });
  expect(called.status).toBe(400);
});

test('P-170 what is too deep or too large is refused, not endured', async () => {
  const deepTree = `${'and('.repeat(3000)}id.eq.1${')'.repeat(3000)}`;
  expect((await ask(server, `/books?or=(${deepTree})`)).body).toMatchObject({ code: 'PGRST100' });
  const deepEmbed = `${'books!author_id(authors!author_id('.repeat(40)}id${'))'.repeat(40)}`;
  expect((await ask(server, `/authors?select=${deepEmbed}`)).body).toMatchObject({ code: 'PGRST100' });
  const deepJson = await ask(server, '/authors', {
    method: 'POST',
    body: `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  });
  expect([deepJson.status, (deepJson.body as { code: string }).code]).toEqual([400, 'PGRST102']);
});

test('P-156 new tables, columns and functions are found without a restart', async () => {
  const client = server.client();
  expect((await client.from('later').select()).status).toBe(404);
  await server.pool.query(
    'create table later (id int primary key, book_id int references books); insert into later values (1, 1)',
  );
  await expect
    .poll(async () => (await client.from('later').select('id, books(title)')).data)
    .toEqual([{ id: 1, books: { title: 'Engines' } }]);
  await server.pool.query('alter table later add column note text');
  await expect.poll(async () => (await client.from('later').upsert({ id: 2, note: 'x' })).error).toBeNull();
  await server.pool.query(`create function later_on() returns int language sql as 'select 9'`);
  await expect.poll(async () => (await client.rpc('later_on')).data).toBe(9);
  await server.pool.query(`drop table later`);
  expect((await client.from('later').select()).status).toBe(404);
});
