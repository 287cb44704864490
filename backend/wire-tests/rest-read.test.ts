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

/** Ids that a filter on books lets through. */
async function ids(query: string, table = 'books'): Promise<unknown> {
  const { body } = await ask(
    server,
    `/${table}?${query.includes('select=') ? '' : 'select=id&'}order=id&${query}`,
  );
  return Array.isArray(body) ? body.map((row: { id: number }) => row.id) : body;
}

test('P-156 columns, alias, cast and JSON paths', async () => {
  const { data, error } = await server
    .client()
    .from('authors')
    .select('name, year:born::text, city:data->>city, data->deep->n, data->tags->>0')
    .eq('id', 1);
  expect(error).toBeNull();
  expect(data).toEqual([{ name: 'Ada', year: '1815', city: 'London', n: 7, tags: 'math' }]);
});

test('P-156 the forms of values are those of to_json', async () => {
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

test.each([
  ['id=eq.2', [2]],
  ['id=neq.2', [1, 3, 4]],
  ['pages=gt.120', [1, 3]],
  ['pages=gte.120', [1, 2, 3]],
  ['pages=lt.120', [4]],
  ['pages=lte.120', [2, 4]],
  ['title=like.*Engines', [1, 2]],
  ['title=ilike.*engines*', [1, 2]],
  ['title=match.^Eng', [1]],
  ['title=imatch.^eng', [1]],
  ['title=like(any).{Eng*,Orp*}', [1, 4]],
  ['title=like(all).{*Engines,Notes*}', [2]],
  ['id=eq(any).{1,4}', [1, 4]],
  ['id=in.(1,3)', [1, 3]],
  ['id=in.()', []],
  ['title=in.("Orphan","Bob\'s 100% \\"Best\\", (1)")', [3, 4]],
  ['author_id=is.null', [4]],
  ['author_id=not.is.null', [1, 2, 3]],
  ['author_id=is.not_null', [1, 2, 3]],
  ['author_id=isdistinct.1', [3, 4]],
  ['author_id=not.eq.1', [3]],
  ['tags=cs.{math}', [1, 2]],
  ['tags=cd.{math,old}', [1, 2, 4]],
  ['tags=ov.{old,new}', [1, 3]],
  ['printed=cs.[2020-05-05,2020-05-06)', [1]],
  ['printed=sl.[2021-06-01,2021-07-01)', [1]],
  ['printed=sr.[2020-01-01,2020-12-31)', [2]],
  ['printed=nxr.[2020-06-01,2021-01-01)', [1]],
  ['printed=nxl.[2021-01-01,2021-06-01)', [2]],
  ['printed=adj.[2019-01-01,2020-01-01)', [1]],
  ['words=fts.engine', [1, 2]],
  ['words=plfts(english).the engines', [1, 2]],
  ['words=phfts(english).notes on engines', [2]],
  ['words=wfts(english).engines -notes', [1]],
  ['title=fts(english).engine', [1, 2]],
  ['or=(id.eq.1,title.eq.Orphan)', [1, 4]],
  ['or=(id.eq.1,and(pages.lt.200,author_id.not.is.null))', [1, 2]],
  ['not.or=(id.eq.1,id.eq.2)', [3, 4]],
  ['and=(pages.gt.100,not.or(id.eq.1,id.in.(2,9)))', [3]],
  ['or=(tags.cs.{math,old},title.eq."Bob\'s 100% \\"Best\\", (1)")', [1, 3]],
  ['or=(id.eq(any).{1,2},id.eq.4)', [1, 2, 4]],
] as [string, number[]][])('P-170 filter %s', async (query, expected) => {
  const encoded = query.replace(/=(.*)$/s, (_all, value: string) => `=${encodeURIComponent(value)}`);
  expect(await ids(encoded)).toEqual(expected);
});

test('P-170 filters on JSON paths, and booleans of is', async () => {
  expect(await ids('data->>city=eq.Paris', 'authors')).toEqual([2]);
  expect(await ids('data->deep->n=eq.7', 'authors')).toEqual([1]);
  expect(await ids('data->tags->>1=eq.poetry', 'authors')).toEqual([1]);
});

test('P-155 order, with nulls placed and several terms', async () => {
  const client = server.client();
  const byPrice = await client
    .from('books')
    .select('id')
    .order('price', { ascending: false, nullsFirst: false });
  expect(byPrice.data?.map((row) => row.id)).toEqual([3, 1, 4, 2]);
  const two = await client.from('books').select('id').order('author_id', { nullsFirst: true }).order('pages');
  expect(two.data?.map((row) => row.id)).toEqual([4, 2, 1, 3]);
});

test('P-155 to-one and to-many embeds, nested, with alias and count', async () => {
  const { data, error } = await server
    .client()
    .from('authors')
    .select(
      'name, works:books!author_id(title, edition:editions(isbn), reviews(stars)), books!books_editor_fkey(count)',
    )
    .order('id')
    .order('id', { referencedTable: 'works' })
    .order('stars', { referencedTable: 'works.reviews' });
  expect(error).toBeNull();
  expect(data).toEqual([
    {
      name: 'Ada',
      works: [
        { title: 'Engines', edition: { isbn: '111' }, reviews: [{ stars: 4 }, { stars: 5 }] },
        { title: 'Notes on Engines', edition: null, reviews: [] },
      ],
      books: [{ count: 1 }],
    },
    {
      name: 'Bob',
      works: [{ title: 'Bob\'s 100% "Best", (1)', edition: { isbn: '333' }, reviews: [{ stars: 3 }] }],
      books: [{ count: 1 }],
    },
    { name: 'Cleo', works: [], books: [{ count: 0 }] },
  ]);
});

test('P-155 embeds by foreign key name, by column, and through a junction', async () => {
  const client = server.client();
  const byName = await client.from('books').select('id, books_editor_fkey(name)').eq('id', 1).single();
  expect(byName.data).toEqual({ id: 1, books_editor_fkey: { name: 'Bob' } });
  const byColumn = await client
    .from('books')
    .select('author:author_id(name), editor:editor_id(name)')
    .eq('id', 2);
  expect(byColumn.data).toEqual([{ author: { name: 'Ada' }, editor: null }]);
  const many = await client
    .from('books')
    .select('id, shelves(label)')
    .order('id')
    .order('id', { referencedTable: 'shelves' });
  expect(many.data?.slice(0, 2)).toEqual([
    { id: 1, shelves: [{ label: 'Left' }, { label: 'Right' }] },
    { id: 2, shelves: [{ label: 'Left' }] },
  ]);
});

test('P-155 a table that refers to itself: the column means up, the table means down', async () => {
  const { data } = await server
    .client()
    .from('shelves')
    .select('label, parent_id(label), shelves(label)')
    .lte('id', 2)
    .order('id');
  expect(data).toEqual([
    { label: 'Top', parent_id: null, shelves: [{ label: 'Left' }, { label: 'Right' }] },
    { label: 'Left', parent_id: { label: 'Top' }, shelves: [] },
  ]);
});

test('P-155 !inner keeps only rows that have the embed; embedded filters, order and limits stay inside', async () => {
  const client = server.client();
  const inner = await client
    .from('books')
    .select('id, reviews!inner(stars)', { count: 'exact' })
    .gte('reviews.stars', 4)
    .order('id');
  expect(inner.data).toEqual([{ id: 1, reviews: [{ stars: 5 }, { stars: 4 }] }]);
  expect(inner.count).toBe(1);
  const left = await client
    .from('authors')
    .select('id, books!author_id(id)')
    .eq('books.pages', 300)
    .order('id');
  expect(left.data).toEqual([
    { id: 1, books: [{ id: 1 }] },
    { id: 2, books: [] },
    { id: 3, books: [] },
  ]);
  const limited = await client
    .from('authors')
    .select('id, books!author_id(id)')
    .eq('id', 1)
    .order('id', { referencedTable: 'books', ascending: false })
    .limit(1, { referencedTable: 'books' });
  expect(limited.data).toEqual([{ id: 1, books: [{ id: 2 }] }]);
  expect(await ids('select=id,editions!inner()&editions.isbn=eq.333')).toEqual([3]);
});

test('P-155 filters on whether an embed is there, or-trees inside embeds, order by a related column, spread', async () => {
  expect(await ids('select=id,editions()&editions=is.null')).toEqual([2, 4]);
  expect(await ids('select=id,editions()&editions=not.is.null')).toEqual([1, 3]);
  expect(
    await ids('select=id,editions(isbn),authors!author_id()&or=(editions.not.is.null,authors.is.null)'),
  ).toEqual([1, 3, 4]);
  const inside = await ask(
    server,
    '/authors?select=id,books!author_id(id)&id=eq.1&books.or=(pages.eq.120,pages.eq.1)',
  );
  expect(inside.body).toEqual([{ id: 1, books: [{ id: 2 }] }]);
  const related = await ask(
    server,
    '/books?select=id,authors!author_id(id)&order=authors(name).desc.nullslast,id',
  );
  expect((related.body as { id: number }[]).map((row) => row.id)).toEqual([3, 1, 2, 4]);
  const spread = await ask(server, '/books?select=id,...authors!author_id(writer:name)&order=id&limit=1');
  expect(spread.body).toEqual([{ id: 1, writer: 'Ada' }]);
});

test('P-155 limit, offset and the Range header mean the same', async () => {
  expect(await ids('limit=2&offset=1')).toEqual([2, 3]);
  const { data } = await server.client().from('books').select('id').order('id').range(1, 2);
  expect(data).toEqual([{ id: 2 }, { id: 3 }]);
  const ranged = await ask(server, '/books?select=id&order=id', {
    headers: { range: '1-2', 'range-unit': 'items' },
  });
  expect(ranged.body).toEqual([{ id: 2 }, { id: 3 }]);
  expect(ranged.headers.get('content-range')).toBe('1-2/*');
  expect(ranged.status).toBe(200);
});

test('P-155 counts: Content-Range, 206 for a part, 416 beyond the end', async () => {
  const exact = { headers: { prefer: 'count=exact' } };
  const part = await ask(server, '/books?limit=2', exact);
  expect([part.status, part.headers.get('content-range')]).toEqual([206, '0-1/4']);
  expect(part.headers.get('preference-applied')).toBe('count=exact');
  const all = await ask(server, '/books', exact);
  expect([all.status, all.headers.get('content-range')]).toEqual([200, '0-3/4']);
  const none = await ask(server, '/books?id=eq.99', exact);
  expect([none.status, none.headers.get('content-range')]).toEqual([200, '*/0']);
  const zero = await ask(server, '/books?limit=0');
  expect([zero.status, zero.text, zero.headers.get('content-range')]).toEqual([200, '[]', '*/*']);
  const beyond = await ask(server, '/books?offset=10', exact);
  expect([beyond.status, beyond.body]).toEqual([
    416,
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
    expect([counted.status, typeof counted.count, counted.data]).toEqual([counted.status, 'number', null]);
  }
  expect((await client.from('books').select('*', { count: 'exact', head: true })).count).toBe(4);
  expect((await client.from('books').select('*', { count: 'estimated', head: true })).status).toBe(200);
});

test('P-155 single and maybeSingle', async () => {
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

test('P-156 views, csv, stripped nulls, HEAD and the row limit of the project', async () => {
  const client = server.client();
  expect((await client.from('long_books').select('id').order('id')).data).toEqual([{ id: 1 }, { id: 3 }]);
  const csv = await client.from('authors').select('id,name,born').order('id').csv();
  expect(csv.data).toBe('id,name,born\n1,Ada,1815\n2,Bob,1950\n3,Cleo,');
  const stripped = await client.from('authors').select('id,born').eq('id', 3).stripNulls();
  expect(stripped.data).toEqual([{ id: 3 }]);
  const head = await ask(server, '/books', { method: 'HEAD' });
  expect([head.status, head.text, head.headers.get('content-range')]).toEqual([200, '', '0-3/*']);
  await server.pool.query('insert into keyless select generate_series(1, 150)');
  expect((await client.from('keyless').select()).data).toHaveLength(100);
  const counted = await ask(server, '/keyless?limit=120', { headers: { prefer: 'count=exact' } });
  expect([counted.status, counted.headers.get('content-range')]).toEqual([206, '0-99/150']);
});
