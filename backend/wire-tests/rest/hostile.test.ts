import { expect, test } from 'vitest';
import { send, startLibrary } from './library.ts';
import { setUp } from '../set-up.ts';

const server = setUp(startLibrary);

test('B-55 hostile names and values are text, not SQL', async () => {
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
    const any = await send(server, `/books?select=id&title=in.(${encodeURIComponent(quoted)},Orphan)`);
    expect([text, any.body]).toEqual([text, [{ id: 4 }]]);
    const path = encodeURIComponent(`data->>${quoted}`);
    const json = await send(server, `/authors?select=x:${path}&limit=1`);
    expect([text, json.status, json.body]).toEqual([text, 200, [{ x: null }]]);
    const alias = encodeURIComponent(`${quoted}:id`);
    expect((await send(server, `/authors?select=${alias}&limit=1`)).status).toBe(200);
    for (const query of ['order=', 'id=', 'or=', 'select=', 'columns=', 'on_conflict=', 'limit=']) {
      const response = await send(server, `/books?${query}${encodeURIComponent(text)}`);
      expect([query, text, response.status < 500]).toEqual([query, text, true]);
    }
    const key = await send(server, `/books?${encodeURIComponent(text)}=eq.1`);
    expect([text, key.status < 500]).toEqual([text, true]);
    const written = await send(server, '/authors', { method: 'POST', body: { [text]: 1 } });
    expect([text, (written.body as { code: string }).code]).toEqual([text, 'PGRST204']);
    const table = await send(server, `/${encodeURIComponent(text)}`);
    expect([text, table.status]).toEqual([text, 404]);
    const called = await send(server, `/rpc/greet?name=${encodeURIComponent(text)}`);
    expect([text, called.body]).toEqual([text, `hello ${text}`]);
  }
  expect((await server.pool.query('select count(*)::int as n from authors')).rows).toEqual([{ n: 3 }]);
});

test('B-55 names that need quoting can be used', async () => {
  const table = encodeURIComponent('odd "table"; --');
  const column = 'sémi;colon "q"';
  const written = await send(server, `/${table}`, { method: 'POST', body: { id: 1, [column]: `it's` } });
  expect(written.status).toBe(201);
  const quoted = encodeURIComponent('"sémi;colon \\"q\\""');
  const read = await send(server, `/${table}?select=${quoted}&${quoted}=eq.it's&order=${quoted}.desc`);
  expect([read.status, read.body]).toEqual([200, [{ [column]: `it's` }]]);
});

test('B-55 the NUL character is rejected everywhere with 400', async () => {
  for (const path of [
    '/books?title=eq.a%00b',
    '/books?a%00b=eq.1',
    '/books?select=a%00',
    '/bo%00oks',
    '/rpc/greet?name=%00',
    '/rpc/gr%00eet',
  ]) {
    const response = await send(server, path);
    expect([path, response.status]).toEqual([path, 400]);
  }
  for (const body of ['{"name":"a\\u0000b"}', '{"a\\u0000b":1}', '{"name":"\\ud800"}']) {
    const response = await send(server, '/authors', { method: 'POST', body });
    expect([body, response.status]).toEqual([body, 400]);
  }
  const called = await send(server, '/rpc/greet', { method: 'POST', body: '{"name":"a\\u0000"}' });
  expect(called.status).toBe(400);
});

test('a planned count reveals nothing about rows that policies hide', async () => {
  await server.pool.query('analyze reviews');
  for (const query of [
    '/reviews?stars=lt.3',
    '/reviews?stars=lt.3&limit=0',
    '/reviews?stars=lt.3&offset=5',
  ]) {
    const response = await send(server, query, { headers: { prefer: 'count=planned' } });
    expect([query, response.headers.get('content-range')]).toEqual([query, '*/0']);
  }
  const seen = await send(server, '/reviews?limit=0', { headers: { prefer: 'count=planned' } });
  expect(seen.headers.get('content-range')).toBe('*/3');
  const called = await send(server, '/rpc/numbers?most=200', { headers: { prefer: 'count=planned' } });
  expect(called.headers.get('content-range')).toBe('0-99/*');
});

test('an aggregate is rejected also when its name is used as a column', async () => {
  for (const select of ['json_agg', 'id,reviews(array_agg)', 'x:jsonb_agg->0']) {
    const response = await send(server, `/books?select=${encodeURIComponent(select)}`);
    expect([select, (response.body as { code: string }).code]).toEqual([select, 'PGRST123']);
  }
});

test('a PUT is rejected when a key of its row is an object or a list, however deep', async () => {
  const deep = `{"id":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  for (const body of ['{"id":{"toString":1,"valueOf":2},"name":"x"}', '{"id":[51],"name":"x"}', deep]) {
    const response = await send(server, '/authors?id=eq.51', { method: 'PUT', body });
    expect([response.status, (response.body as { code: string }).code]).toEqual([400, 'PGRST115']);
  }
});

test('B-55 a body with too many keys or fields is rejected before it takes much memory', async () => {
  const pairs = (many: number, pair: (at: number) => string, between: string) =>
    Array.from({ length: many }, (_each, at) => pair(at)).join(between);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const fields = pairs(2_000, (at) => `k${at}=1`, '&');
  const keys = `{${pairs(2_000, (at) => `"k${at}":1`, ',')}}`;
  for (const [path, headers, body] of [
    ['/authors', form, fields],
    ['/rpc/greet', form, fields],
    ['/authors', {}, keys],
    ['/authors', {}, `[${'{},'.repeat(500_001)}{}]`],
    ['/rpc/greet', {}, `{"name":[${'[],'.repeat(500_001)}[]]}`],
    ['/authors', { 'content-type': 'text/csv' }, `name\n${'a\n'.repeat(1_000_001)}`],
    ['/authors', { 'content-type': 'text/csv' }, `${'a,'.repeat(1_000_001)}\n`],
    ['/authors', { 'content-type': 'text/csv' }, `${pairs(2_000, String, ',')}\n${','.repeat(1_999)}`],
  ] as const) {
    const response = await send(server, path, { method: 'POST', headers, body });
    expect([path, response.status, (response.body as { code: string }).code]).toEqual([
      path,
      413,
      'request_too_large',
    ]);
  }
  const called = await send(server, '/rpc/greet', { method: 'POST', body: keys });
  expect([called.status, (called.body as { code: string }).code]).toEqual([404, 'PGRST202']);
});
