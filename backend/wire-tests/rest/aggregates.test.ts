import { expect, test } from 'vitest';
import { send, startLibrary } from './library.ts';
import { setUp } from '../set-up.ts';

const server = setUp(startLibrary);

async function get(path: string): Promise<unknown> {
  return (await send(server, path)).body;
}

test('B-50 aggregates over all rows, with aliases, casts before and after, and filters', async () => {
  const client = server.client();
  const all = await client.from('books').select('pages.sum(), n:count(), pages.avg()::int, low:pages.min()');
  expect([all.error, all.data]).toEqual([null, [{ sum: 680, n: 4, avg: 170, low: 10 }]]);
  expect(await get('/books?select=pages.max(),price.count()&author_id=eq.1')).toEqual([
    { max: 300, count: 1 },
  ]);
  expect(await get('/authors?select=data->deep->>n::int.sum()::text')).toEqual([{ sum: '7' }]);
  expect(await get('/books?select=count()&id=lt.0')).toEqual([{ count: 0 }]);
});

test('B-50 columns beside an aggregate group its rows', async () => {
  expect(await get('/books?select=author_id,pages.sum()&order=author_id')).toEqual([
    { author_id: 1, sum: 420 },
    { author_id: 2, sum: 250 },
    { author_id: null, sum: 10 },
  ]);
  expect(await get('/book_shelves?select=*,count()&book_id=eq.2')).toEqual([
    { book_id: 2, shelf_id: 2, count: 1 },
  ]);
});

test('B-50 aggregates inside embeds, and embeds that group', async () => {
  const inside = await server
    .client()
    .from('books')
    .select('id, reviews(stars.avg(), count())')
    .in('id', [1, 4])
    .order('id');
  expect(inside.data).toEqual([
    { id: 1, reviews: [{ avg: 4.5, count: 2 }] },
    { id: 4, reviews: [{ avg: null, count: 0 }] },
  ]);
  const grouped = await get('/books?select=pages.sum(),authors!author_id(name)&author_id=not.is.null');
  expect(grouped).toHaveLength(2);
  expect(grouped).toEqual(
    expect.arrayContaining([
      { sum: 420, authors: { name: 'Ada' } },
      { sum: 250, authors: { name: 'Bob' } },
    ]),
  );
});

test('B-50 a to-one spread moves its columns and aggregates to the level above', async () => {
  expect(
    await get('/books?select=pages.sum(),...authors!author_id!inner(name)&order=authors(name)'),
  ).toMatchObject({
    code: '42803',
  });
  const sums = await get('/books?select=pages.sum(),...authors!author_id!inner(name)');
  expect(sums).toEqual(
    expect.arrayContaining([
      { name: 'Ada', sum: 420 },
      { name: 'Bob', sum: 250 },
    ]),
  );
  expect(
    await get('/reviews?select=stars.count(),...books(pages.max(),...authors!author_id(born.min()))'),
  ).toEqual([{ count: 3, max: 300, min: 1815 }]);
});

test('B-50 a to-many spread becomes one array for each column', async () => {
  expect(
    await get('/books?select=id,...reviews(stars,body)&reviews.order=stars&id=in.(1,4)&order=id'),
  ).toEqual([
    { id: 1, stars: [4, 5], body: ['good', 'great'] },
    { id: 4, stars: [], body: [] },
  ]);
  expect(await get('/books?select=id,...shelves(label,up:parent_id(label))&id=eq.2')).toEqual([
    { id: 2, label: ['Left'], up: [{ label: 'Top' }] },
  ]);
  expect(await get('/authors?select=name,...books!author_id(title,...reviews(stars))&id=eq.2')).toEqual([
    { name: 'Bob', title: ['Bob\'s 100% "Best", (1)'], stars: [[3]] },
  ]);
});

test('B-50 a view embeds and is embedded by the keys of its table, also a view over a view', async () => {
  const list = await server
    .client()
    .from('book_list')
    .select('id, author:authors(name), reviews(stars)')
    .eq('id', 3);
  expect([list.error, list.data]).toEqual([
    null,
    [{ id: 3, author: { name: 'Bob' }, reviews: [{ stars: 3 }] }],
  ]);
  expect(await get('/seen_twice?select=name,books!author_id(id)&who=eq.1&books.order=id')).toEqual([
    { name: 'Ada', books: [{ id: 1 }, { id: 2 }] },
  ]);
  expect(await get('/authors_seen?select=loud,book_list(title)&author=eq.2')).toEqual([
    { loud: 'BOB', book_list: [{ title: 'Bob\'s 100% "Best", (1)' }] },
  ]);
  expect(await get('/long_books?select=id,shelves(label)&id=eq.1&shelves.order=label')).toEqual([
    { id: 1, shelves: [{ label: 'Left' }, { label: 'Right' }] },
  ]);
  // The name of a foreign key still refers to the table.
  expect(await get('/books?select=id,author_id(born)&id=eq.1')).toEqual([
    { id: 1, author_id: { born: 1815 } },
  ]);
});

test('B-52 rows of a view of one table are upserted by the primary key of the table', async () => {
  const client = server.client();
  const merged = await client.from('long_books').upsert({ id: 1, title: 'Engines', pages: 301 }).select();
  expect([merged.status, merged.data]).toEqual([200, [{ id: 1, title: 'Engines', pages: 301 }]]);
  await client.from('long_books').update({ pages: 300 }).eq('id', 1);
});

test('B-50 a project can switch aggregates off', async () => {
  await server.pool.query(`alter role authenticator set pgrst.db_aggregates_enabled = 'false'; notify pgrst`);
  await expect.poll(() => get('/books?select=count()')).toMatchObject({ code: 'PGRST123', hint: null });
  await server.pool.query(`alter role authenticator reset pgrst.db_aggregates_enabled; notify pgrst`);
  await expect.poll(() => get('/books?select=count()')).toEqual([{ count: 4 }]);
});
