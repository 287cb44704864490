import { expect, test } from 'vitest';
import { send, startLibrary } from './library.ts';
import { setUp } from '../set-up.ts';

const server = setUp(startLibrary);

test('B-53 functions can return scalars, arrays, rows, sets and void', async () => {
  const client = server.client();
  expect((await client.rpc('add_numbers', { a: 2, b: 3 })).data).toBe(5);
  expect((await client.rpc('greet')).data).toBe('hello world');
  expect((await client.rpc('greet', { name: 'Zoë' })).data).toBe('hello Zoë');
  expect((await client.rpc('numbers', { most: 3 })).data).toEqual([1, 2, 3]);
  expect((await client.rpc('one_author', { wanted: 1 })).data).toMatchObject({ id: 1, name: 'Ada' });
  expect((await client.rpc('pairs')).data).toHaveLength(3);
  const nothing = await client.rpc('do_nothing');
  expect([nothing.status, nothing.data, nothing.error]).toEqual([204, null, null]);
});

test('B-53 GET and HEAD call in a read-only transaction, POST can write', async () => {
  const client = server.client();
  expect((await client.rpc('add_numbers', { a: 2, b: 3 }, { get: true })).data).toBe(5);
  const head = await client.rpc('books_of', { author: 1 }, { head: true, count: 'exact' });
  expect([head.status, head.count, head.data]).toEqual([200, 2, null]);
  const rejected = await client.rpc('add_author', { name: 'No' }, { get: true });
  expect([rejected.status, rejected.error?.code]).toEqual([405, '25006']);
  expect((await client.rpc('add_author', { name: 'Yes' })).status).toBe(200);
  expect((await client.from('authors').select('name').in('name', ['Yes', 'No'])).data).toEqual([
    { name: 'Yes' },
  ]);
  expect((await send(server, '/rpc/greet', { method: 'DELETE' })).body).toMatchObject({ code: 'PGRST101' });
});

test('B-53 a set can be filtered, selected, embedded, ordered, limited and counted', async () => {
  const client = server.client();
  const { data, error } = await client
    .rpc('books_of', { author: 1 })
    .select('title, editions(isbn)')
    .gt('pages', 100)
    .order('pages')
    .limit(1);
  expect(error).toBeNull();
  expect(data).toEqual([{ title: 'Notes on Engines', editions: null }]);
  expect((await client.rpc('pairs').eq('letter', 'b').single()).data).toEqual({ letter: 'b', number: 2 });
  const many = await client.rpc('pairs').single();
  expect([many.status, many.error?.code]).toEqual([406, 'PGRST116']);
  const counted = await send(server, '/rpc/pairs?limit=1&number=gte.2', {
    headers: { prefer: 'count=exact' },
  });
  expect([counted.status, counted.headers.get('content-range'), counted.body]).toEqual([
    206,
    '0-0/2',
    [{ letter: 'b', number: 2 }],
  ]);
  const filtered = await send(server, '/rpc/books_of?author=1&title=like.*on*&select=id');
  expect(filtered.body).toEqual([{ id: 2 }]);
});

test('B-53 overloads are chosen by the exact names of the arguments', async () => {
  const client = server.client();
  expect((await client.rpc('same', { value: 1 })).data).toBe('int');
  expect((await client.rpc('same', { other: 'x' })).data).toBe('text');
  const unclear = await client.rpc('unclear', { value: 1 });
  expect([unclear.status, unclear.error?.code, unclear.error?.message]).toEqual([
    300,
    'PGRST203',
    'Could not choose the best candidate function between: public.unclear(value => integer), public.unclear(value => text)',
  ]);
  const missing = await client.rpc('add_numbers', { a: 1 });
  expect([missing.status, missing.error]).toEqual([
    404,
    expect.objectContaining({
      code: 'PGRST202',
      message: 'Could not find the function public.add_numbers(a) in the schema cache',
      details:
        'Searched for the function public.add_numbers with parameter a or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
      hint: 'Perhaps you meant to call the function public.add_numbers(a, b)',
    }),
  ]);
  const unknown = await client.rpc('add_number', { a: 1, b: 2 });
  expect(unknown.error?.hint).toBe('Perhaps you meant to call the function public.add_numbers');
});

test('B-53 a single unnamed argument is the body; a list fills a variadic one', async () => {
  const echoed = await send(server, '/rpc/echo_json', { method: 'POST', body: [1, { a: 'ß' }] });
  expect(echoed.body).toEqual([1, { a: 'ß' }]);
  expect((await server.client().rpc('joined', { words: ['a', 'b'] })).data).toBe('a-b');
  expect((await send(server, '/rpc/joined?words=a&words=b,c')).body).toBe('a-b,c');
  expect((await send(server, '/rpc/joined?words={x,y}')).body).toBe('x-y');
});

test('P-170 an error that a function raises keeps its code, details and hint', async () => {
  const client = server.client();
  const raised = await client.rpc('fail', { message: 'no "more"' });
  expect([raised.status, raised.error]).toEqual([
    400,
    expect.objectContaining({ code: 'P0001', message: 'no "more"', details: 'why', hint: 'what now' }),
  ]);
  const teapot = await client.rpc('fail', { message: 'short and stout', code: 'PT418' });
  expect([teapot.status, teapot.error?.message]).toEqual([418, 'short and stout']);
  const complete = await send(server, '/rpc/raise_response', { method: 'POST', body: {} });
  expect([complete.status, complete.headers.get('x-tea'), complete.body]).toEqual([
    418,
    'green',
    { code: 'T1', message: 'tea', details: null, hint: 'pour' },
  ]);
  const set = await send(server, '/rpc/set_response', { method: 'POST', body: {} });
  expect([set.status, set.headers.get('x-made-by'), set.body]).toEqual([202, 'sql', 'done']);
});

test('B-53 max-affected and tx=rollback apply to a call', async () => {
  const strict = { prefer: 'handling=strict, max-affected=1' };
  const scalar = await send(server, '/rpc/add_author', {
    method: 'POST',
    body: { name: 'Z1' },
    headers: strict,
  });
  expect([scalar.status, scalar.body]).toMatchObject([400, { code: 'PGRST128' }]);
  const set = await send(server, '/rpc/pairs', { method: 'POST', body: {}, headers: strict });
  expect([set.status, set.body]).toMatchObject([400, { code: 'PGRST124' }]);
  const dry = await send(server, '/rpc/add_author', {
    method: 'POST',
    body: { name: 'Z2' },
    headers: { prefer: 'tx=rollback' },
  });
  expect(dry.status).toBe(200);
  expect((await server.client().from('authors').select().like('name', 'Z*')).data).toEqual([]);
});

test('B-53 SQL can read the caller, the request and the preferred time zone', async () => {
  const response = await send(server, '/rpc/who', {
    headers: { 'x-probe': 'seen', prefer: 'timezone=America/Toronto' },
  });
  expect(response.body).toMatchObject({
    role: 'anon',
    claims: { role: 'anon' },
    header: 'seen',
    method: 'GET',
    path: '/rpc/who',
    zone: 'America/Toronto',
  });
  expect(response.headers.get('preference-applied')).toBe('timezone=America/Toronto');
});

test('B-53 a JSON object fills a composite argument, a JSON list an array', async () => {
  await server.pool.query(`
    create type address as (street text, number int);
    create function line(at address) returns text language sql immutable as $$ select (at).street || ' ' || (at).number $$;
    create function lines(at address[]) returns int language sql immutable as $$ select cardinality(at) $$`);
  const client = server.client();
  const at = { street: 'Main', number: 5 };
  await expect.poll(async () => (await client.rpc('line', { at })).data).toBe('Main 5');
  expect((await client.rpc('lines', { at: [at, at] })).data).toBe(2);
  expect((await client.rpc('line', { at: 7 })).error?.code).toMatch(/^22/);
});

test('B-53 headers that SQL sets cannot change the framing of a response, its CORS headers, or break it', async () => {
  await server.pool.query(`
    create function with_headers(list text) returns text language plpgsql
      as $$ begin perform set_config('response.headers', list, true); return 'x'; end $$;
    create function raise_detail(detail_text text) returns void language plpgsql
      as $$ begin raise sqlstate 'PGRST' using message = '{"code":"T","message":"m"}', detail = detail_text; end $$`);
  const list = [
    { 'content-length': '1' },
    { 'Transfer-Encoding': 'chunked' },
    { 'access-control-allow-origin': 'https://evil.example' },
    { 'set-cookie': 'a=1' },
    { 'Set-Cookie': 'b=2' },
  ];
  const body = { list: JSON.stringify(list) };
  await expect
    .poll(async () => (await send(server, '/rpc/with_headers', { method: 'POST', body })).text)
    .toBe('"x"');
  const { headers } = await send(server, '/rpc/with_headers', { method: 'POST', body });
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  for (const hostile of ['[{"x":"a\\r\\nb: c"}]', '[{"x":"\u2603"}]', '{"x":"a"}', '[{"":"a"}]']) {
    const response = await send(server, '/rpc/with_headers', { method: 'POST', body: { list: hostile } });
    expect([hostile, response.status, response.body]).toMatchObject([hostile, 500, { code: 'PGRST111' }]);
  }
  const raised: [string, number, string][] = [
    ['{"status":418,"headers":{"content-length":"1","transfer-encoding":"chunked"}}', 418, 'T'],
    ['{"status":418,"headers":{"x":"a\\r\\nb: c"}}', 500, 'PGRST121'],
    ['{"status":101,"headers":{}}', 500, 'PGRST121'],
    ['{"status":304,"headers":{}}', 304, ''],
    ['{"status":204,"headers":{}}', 204, ''],
  ];
  for (const [detail, status, code] of raised) {
    const response = await send(server, '/rpc/raise_detail', {
      method: 'POST',
      body: { detail_text: detail },
    });
    const error = response.body as { code: string } | null;
    expect([detail, response.status, error?.code ?? '']).toEqual([detail, status, code]);
  }
  for (const [code, status] of [
    ['PT204', 204],
    ['PT304', 304],
    ['PT100', 500],
  ] as const) {
    expect((await send(server, '/rpc/fail', { method: 'POST', body: { message: 'm', code } })).status).toBe(
      status,
    );
  }
});
