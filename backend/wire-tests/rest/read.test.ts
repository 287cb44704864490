import { expect, test } from 'vitest';
import { idsOf, send, startLibrary } from './library.ts';
import { setUp } from '../set-up.ts';

const server = setUp(startLibrary);

const ids = (query: string, table?: string) => idsOf(server, query, table);

test('B-50 select returns columns with alias, cast and JSON paths', async () => {
  const { data, error } = await server
    .client()
    .from('authors')
    .select('name, year:born::text, city:data->>city, data->deep->n, data->tags->>0')
    .eq('id', 1);
  expect(error).toBeNull();
  expect(data).toEqual([{ name: 'Ada', year: '1815', city: 'London', n: 7, tags: 'math' }]);
});

test('B-50 values are formatted as by to_json', async () => {
  const { data } = await server
    .client()
    .from('books')
    .select('price,added_at,tags,printed')
    .eq('id', 1)
    .single();
  expect(data).toEqual({
    price: 12.5,
    added_at: '2026-01-02T03:04:05+00:00',
    tags: ['math', 'old'],
    printed: '[2020-01-01,2021-01-01)',
  });
});

test('B-50 rows can be ordered by several terms, nulls first or last', async () => {
  const client = server.client();
  const byPrice = await client
    .from('books')
    .select('id')
    .order('price', { ascending: false, nullsFirst: false });
  expect(byPrice.data?.map((row) => row.id)).toEqual([3, 1, 4, 2]);
  const two = await client.from('books').select('id').order('author_id', { nullsFirst: true }).order('pages');
  expect(two.data?.map((row) => row.id)).toEqual([4, 2, 1, 3]);
});

test('B-50 limit and offset select the same rows as the Range header', async () => {
  expect(await ids('limit=2&offset=1')).toEqual([2, 3]);
  const { data } = await server.client().from('books').select('id').order('id').range(1, 2);
  expect(data).toEqual([{ id: 2 }, { id: 3 }]);
  const ranged = await send(server, '/books?select=id&order=id', {
    headers: { range: '1-2', 'range-unit': 'items' },
  });
  expect(ranged.body).toEqual([{ id: 2 }, { id: 3 }]);
  expect(ranged.headers.get('content-range')).toBe('1-2/*');
  expect(ranged.status).toBe(200);
});

test('B-50 with a count, the response has Content-Range, and the status 206 for a part and 416 past the end', async () => {
  const exact = { headers: { prefer: 'count=exact' } };
  const part = await send(server, '/books?limit=2', exact);
  expect([part.status, part.headers.get('content-range')]).toEqual([206, '0-1/4']);
  expect(part.headers.get('preference-applied')).toBe('count=exact');
  const all = await send(server, '/books', exact);
  expect([all.status, all.headers.get('content-range')]).toEqual([200, '0-3/4']);
  const none = await send(server, '/books?id=eq.99', exact);
  expect([none.status, none.headers.get('content-range')]).toEqual([200, '*/0']);
  const zero = await send(server, '/books?limit=0');
  expect([zero.status, zero.text, zero.headers.get('content-range')]).toEqual([200, '[]', '*/*']);
  const beyond = await send(server, '/books?offset=10', exact);
  expect([beyond.status, beyond.headers.get('content-range'), beyond.body]).toEqual([
    416,
    '*/4',
    {
      code: 'PGRST103',
      message: 'Requested range not satisfiable',
      details: 'An offset of 10 was requested, but there are only 4 rows.',
      hint: null,
    },
  ]);
  const client = server.client();
  for (const count of ['exact', 'planned', 'estimated'] as const) {
    const counted = await client.from('books').select('id', { count, head: true }).gt('pages', 1);
    expect([counted.error, typeof counted.count, counted.data]).toEqual([null, 'number', null]);
  }
  expect((await client.from('books').select('*', { count: 'exact', head: true })).count).toBe(4);
  expect((await client.from('books').select('*', { count: 'estimated', head: true })).status).toBe(200);
});

test('B-50 single requires one row, maybeSingle at most one', async () => {
  const client = server.client();
  const one = await client.from('authors').select('name').eq('id', 1).single();
  expect(one.data).toEqual({ name: 'Ada' });
  const none = await client.from('authors').select('name').eq('id', 99).single();
  expect([none.status, none.error]).toEqual([
    406,
    expect.objectContaining({
      code: 'PGRST116',
      message: 'Cannot coerce the result to a single JSON object',
      details: 'The result contains 0 rows',
      hint: null,
    }),
  ]);
  expect((await client.from('authors').select('name').single()).error?.details).toBe(
    'The result contains 3 rows',
  );
  expect((await client.from('authors').select('name').eq('id', 99).maybeSingle()).data).toBeNull();
  expect((await client.from('authors').select('name').eq('id', 2).maybeSingle()).data).toEqual({
    name: 'Bob',
  });
});

test('B-50 views, csv, stripped nulls, HEAD and the row limit of the project', async () => {
  const client = server.client();
  expect((await client.from('long_books').select('id').order('id')).data).toEqual([{ id: 1 }, { id: 3 }]);
  const csv = await client.from('authors').select('id,name,born').order('id').csv();
  expect(csv.data).toBe('id,name,born\n1,Ada,1815\n2,Bob,1950\n3,Cleo,');
  const stripped = await client.from('authors').select('id,born').eq('id', 3).stripNulls();
  expect(stripped.data).toEqual([{ id: 3 }]);
  const head = await send(server, '/books', { method: 'HEAD' });
  expect([head.status, head.text, head.headers.get('content-range')]).toEqual([200, '', '0-3/*']);
  await server.pool.query('insert into keyless select generate_series(1, 150)');
  expect((await client.from('keyless').select()).data).toHaveLength(100);
  const counted = await send(server, '/keyless?limit=120', { headers: { prefer: 'count=exact' } });
  expect([counted.status, counted.headers.get('content-range')]).toEqual([206, '0-99/150']);
});
