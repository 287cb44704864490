import { expect, test } from 'vitest';
import { createRestService } from '../../src/rest/create-rest-service.ts';
import { send, startLibrary } from './library.ts';
import { setUp } from '../set-up.ts';

const server = setUp(startLibrary);

test("P-170 errors of a request name the problem, in the four keys of PostgREST's envelope", async () => {
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
    ['/books?select=id,reviews(*)&reviews=eq.1', 400, 'PGRST120'],
    ['/books?select=pages.median()', 400, 'PGRST100'],
    ['/books?select=pages.sum(),reviews(stars.avg())&order=id', 400, '42803'],
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
    const response = await send(server, path);
    expect([path, response.status]).toEqual([path, status]);
    if (code === '') continue;
    expect(response.body).toEqual({
      code,
      message: expect.any(String),
      details: expect.toSatisfy(() => true),
      hint: expect.toSatisfy(() => true),
    });
  }
  const near = await send(server, '/book');
  expect((near.body as { hint: string }).hint).toBe("Perhaps you meant the table 'public.books'");
  const two = await send(server, '/books?select=id,authors(*)');
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

test('P-170 unknown schemas, media types and strict preferences are rejected', async () => {
  const cases: [Record<string, string>, number, string][] = [
    [{ 'accept-profile': 'auth' }, 406, 'PGRST106'],
    [{ accept: 'application/xml' }, 406, 'PGRST107'],
    [{ prefer: 'handling=strict, count=wild' }, 400, 'PGRST122'],
    [{ range: '5-1' }, 416, 'PGRST103'],
  ];
  for (const [headers, status, code] of cases) {
    const response = await send(server, '/books', { headers });
    expect([response.status, (response.body as { code: string }).code]).toEqual([status, code]);
  }
  expect((await send(server, '/users', { headers: { 'accept-profile': 'public' } })).status).toBe(404);
});

test('P-170 a response larger than the limit is rejected, and such a write is rolled back', async () => {
  const rest = createRestService({
    pool: server.pool,
    resolveCaller: () => ({ role: 'service_role', claims: {} }),
    remoteAddress: () => undefined,
    notifyCommit() {},
    schemas: ['public'],
    maxRows: null,
    reads: { tables: new Set(), report() {} },
    maxBodyBytes: 200,
    textResponse: (text, init) => new Response(text, init),
    log() {},
  });
  const read = await rest.handle(new Request('http://x/rest/v1/books'));
  expect([read.status, await read.json()]).toMatchObject([413, { code: '54000', details: null }]);
  const body = JSON.stringify({ name: 'L', data: { long: 'x'.repeat(300) } });
  const headers = { prefer: 'return=representation', 'content-type': 'application/json' };
  const write = await rest.handle(new Request('http://x/rest/v1/authors', { method: 'POST', body, headers }));
  expect(write.status).toBe(413);
  expect((await server.pool.query("select from authors where name = 'L'")).rowCount).toBe(0);
});

test('P-170 an internal error of the database is reported without names of files, and logged with them', async () => {
  await server.pool.query(`
    create function peeks() returns bytea language sql security definer
      as $$ select pg_read_binary_file('base/1/17257') $$;
    create function raises(code text) returns void language plpgsql
      as $$ begin raise exception 'in our own words' using errcode = code; end $$`);
  const peek = () => send(server, '/rpc/peeks', { method: 'POST' });
  await expect.poll(async () => (await peek()).body).toMatchObject({ code: '58P01', details: null });
  const { status, body } = await peek();
  expect([status, JSON.stringify(body)]).toEqual([500, expect.not.stringContaining('17257')]);
  const logged = server.log.find(({ event, code }) => event === 'rest.failed' && code === '58P01');
  expect(logged?.message).toContain('base/1/17257');
  // An error that a project's function raises is meant for its caller.
  for (const code of ['53100', '58030', 'XX001']) {
    const raised = await send(server, '/rpc/raises', { method: 'POST', body: JSON.stringify({ code }) });
    expect(raised.body).toMatchObject({ code, message: 'in our own words' });
  }
});

test('P-170 requests that are nested too deeply or too large are rejected', async () => {
  const deepTree = `${'and('.repeat(3000)}id.eq.1${')'.repeat(3000)}`;
  expect((await send(server, `/books?or=(${deepTree})`)).body).toMatchObject({ code: 'PGRST100' });
  const deepEmbed = `${'books!author_id(authors!author_id('.repeat(40)}id${'))'.repeat(40)}`;
  expect((await send(server, `/authors?select=${deepEmbed}`)).body).toMatchObject({ code: 'PGRST100' });
  const many = [
    Array.from({ length: 4000 }, () => 'id=neq.9').join('&'),
    `or=(${Array.from({ length: 4000 }, () => 'id.eq.9').join(',')})`,
    `order=${Array.from({ length: 4000 }, () => 'id').join(',')}`,
    `select=${Array.from({ length: 400 }, () => '*').join(',')}`,
    `select=${Array.from({ length: 30 }, () => 'authors!author_id(books!author_id(*))').join(',')}`,
    `select=${'x'.repeat(30_000)}:authors!author_id(id)`,
    `or=(${Array.from({ length: 3000 }, () => 'title.fts.a').join(',')})`,
    `words=fts.${'!'.repeat(50)}a`,
    `tags=cs.${'{'.repeat(50)}`,
    `id=in.(${Array.from({ length: 9000 }, (_each, index) => index).join(',')})`,
  ];
  for (const query of many) {
    const response = await send(server, `/books?${query}`);
    expect([query.slice(0, 40), response.status < 500]).toEqual([query.slice(0, 40), true]);
  }
  const deepJson = await send(server, '/authors', {
    method: 'POST',
    body: `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  });
  expect([deepJson.status, (deepJson.body as { code: string }).code]).toEqual([400, 'PGRST102']);
});
