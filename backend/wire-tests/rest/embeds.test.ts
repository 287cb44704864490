import { expect, test } from 'vitest';
import { idsOf, send, startLibrary } from './library.ts';
import { setUp } from '../set-up.ts';

const server = setUp(startLibrary);

const ids = (query: string, table?: string) => idsOf(server, query, table);

test('B-50 to-one and to-many embeds, nested, with aliases and counts', async () => {
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

test('B-50 embeds by foreign key name, by column, and through a junction', async () => {
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

test('B-50 in a table that refers to itself the column means the parent, the table the children', async () => {
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

test('B-50 !inner keeps only rows with embedded rows; filters, order and limits of an embed apply inside it', async () => {
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

test('B-50 filters on the existence of an embed, or-trees inside embeds, order by a related column, spread', async () => {
  expect(await ids('select=id,editions()&editions=is.null')).toEqual([2, 4]);
  expect(await ids('select=id,editions()&editions=not.is.null')).toEqual([1, 3]);
  expect(
    await ids('select=id,editions(isbn),authors!author_id()&or=(editions.not.is.null,authors.is.null)'),
  ).toEqual([1, 3, 4]);
  const inside = await send(
    server,
    '/authors?select=id,books!author_id(id)&id=eq.1&books.or=(pages.eq.120,pages.eq.1)',
  );
  expect(inside.body).toEqual([{ id: 1, books: [{ id: 2 }] }]);
  const related = await send(
    server,
    '/books?select=id,authors!author_id(id)&order=authors(name).desc.nullslast,id',
  );
  expect((related.body as { id: number }[]).map((row) => row.id)).toEqual([3, 1, 2, 4]);
  const spread = await send(server, '/books?select=id,...authors!author_id(writer:name)&order=id&limit=1');
  expect(spread.body).toEqual([{ id: 1, writer: 'Ada' }]);
});
