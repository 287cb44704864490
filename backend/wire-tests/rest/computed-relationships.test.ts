import { beforeAll, expect, test } from 'vitest';
import { send, startLibrary } from './library.ts';
import { setUp } from '../set-up.ts';

const server = setUp(startLibrary);

beforeAll(async () => {
  await server.pool.query(`
    create view tall_shelves as select id, label from shelves;
    create function neighbours(shelves) returns setof shelves language sql stable
      as 'select * from shelves where parent_id = $1.parent_id and id <> $1.id';
    create function shelves_seen(tall_shelves) returns setof book_shelves language sql stable
      as 'select * from book_shelves where shelf_id = $1.id';
    create function in_view(book_shelves) returns setof tall_shelves language sql stable rows 1
      as 'select * from tall_shelves where id = $1.shelf_id';
    create function only_author(books) returns authors language sql stable
      as 'select * from authors where id = $1.author_id';
    create function all_books() returns setof books language sql stable as 'select * from books order by id';
    create function many_declared_one(authors) returns setof books language sql stable rows 1
      as 'select * from books order by id';
    create schema hidden;
    create function hidden.hidden_works(authors) returns setof books language sql stable as 'select * from books';
    notify pgrst`);
});

async function get(path: string): Promise<unknown> {
  return (await send(server, path)).body;
}

test('B-50 a function of a row that returns rows is a to-many embed, one declared rows 1 a to-one embed', async () => {
  const client = server.client();
  const many = await client
    .from('authors')
    .select('name, works:works_of(title)')
    .order('id')
    .order('id', { referencedTable: 'works' });
  expect(many.data).toEqual([
    { name: 'Ada', works: [{ title: 'Engines' }, { title: 'Notes on Engines' }] },
    { name: 'Bob', works: [{ title: 'Bob\'s 100% "Best", (1)' }] },
    { name: 'Cleo', works: [] },
  ]);
  const one = await client.from('books').select('id, main_author(name)').order('id');
  expect(one.data).toEqual([
    { id: 1, main_author: { name: 'Bob' } },
    { id: 2, main_author: { name: 'Ada' } },
    { id: 3, main_author: { name: 'Bob' } },
    { id: 4, main_author: null },
  ]);
  expect(await get('/books?select=only_author(name)&id=eq.1')).toEqual([{ only_author: { name: 'Ada' } }]);
  expect(await get('/authors?select=many_declared_one(id)&id=eq.3')).toEqual([
    { many_declared_one: { id: 1 } },
  ]);
});

test('B-50 filters, order, limits, !inner and counts apply to computed relationships', async () => {
  const client = server.client();
  const inner = await client
    .from('authors')
    .select('id, works_of!inner(id)', { count: 'exact' })
    .gt('works_of.pages', 200)
    .order('id');
  expect(inner.data).toEqual([
    { id: 1, works_of: [{ id: 1 }] },
    { id: 2, works_of: [{ id: 3 }] },
  ]);
  expect(inner.count).toBe(2);
  const toOne = await client
    .from('books')
    .select('id, main_author!inner(id)', { count: 'exact' })
    .eq('main_author.name', 'Bob')
    .order('id');
  expect(toOne.data?.map(({ id }) => id)).toEqual([1, 3]);
  expect(toOne.count).toBe(2);
  const limited = client
    .from('authors')
    .select('works_of(id)')
    .eq('id', 1)
    .order('id', { referencedTable: 'works_of', ascending: false })
    .limit(1, { referencedTable: 'works_of' });
  expect((await limited).data).toEqual([{ works_of: [{ id: 2 }] }]);
  expect(await get('/authors?select=id,works_of()&works_of=is.null')).toEqual([{ id: 3 }]);
  expect(await get('/authors?select=id,works_of()&or=(works_of.not.is.null,id.eq.3)&order=id')).toHaveLength(
    3,
  );
  expect(await get('/authors?select=id,works_of(id)&works_of.or=(id.eq.2,id.eq.9)&id=eq.1')).toEqual([
    { id: 1, works_of: [{ id: 2 }] },
  ]);
  expect(await get('/books?select=id,main_author()&order=main_author(name).desc.nullslast,id')).toEqual(
    [1, 3, 2, 4].map((id) => ({ id })),
  );
});

test('B-50 a hint does not matter; overloads, self joins, views and nested embeds are resolved', async () => {
  expect(await get('/authors?select=works_of!books_author_id_fkey(id)&id=eq.2')).toEqual([
    { works_of: [{ id: 3 }] },
  ]);
  expect(await get('/shelves?select=id,works_of(id)&works_of.order=id&order=id')).toEqual([
    { id: 1, works_of: [] },
    { id: 2, works_of: [{ id: 1 }, { id: 2 }] },
    { id: 3, works_of: [{ id: 1 }] },
  ]);
  expect(await get('/shelves?select=id,neighbours(id,neighbours(id))&id=eq.2')).toEqual([
    { id: 2, neighbours: [{ id: 3, neighbours: [{ id: 2 }] }] },
  ]);
  expect(await get('/tall_shelves?select=id,shelves_seen(book_id,in_view(label))&id=eq.3')).toEqual([
    { id: 3, shelves_seen: [{ book_id: 1, in_view: { label: 'Right' } }] },
  ]);
  const deep =
    '/authors?select=id,books!author_id(id,main_author(id,works_of(id,shelves(id))))&id=eq.1&books.id=eq.1&books.main_author.works_of.id=eq.3';
  expect(await get(deep)).toEqual([
    { id: 1, books: [{ id: 1, main_author: { id: 2, works_of: [{ id: 3, shelves: [] }] } }] },
  ]);
});

test('B-50 computed relationships are spread and aggregated as others are', async () => {
  expect(await get('/books?select=id,...main_author(writer:name)&id=eq.1')).toEqual([
    { id: 1, writer: 'Bob' },
  ]);
  expect(await get('/authors?select=id,...works_of(titles:title,pages)&id=eq.1&works_of.order=id')).toEqual([
    { id: 1, titles: ['Engines', 'Notes on Engines'], pages: [300, 120] },
  ]);
  expect(await get('/authors?select=id,works_of(count(),pages.sum())&order=id&limit=1')).toEqual([
    { id: 1, works_of: [{ count: 2, sum: 420 }] },
  ]);
  expect(await get('/authors?select=works_of(count),id.count()&id=eq.2')).toEqual([
    { works_of: [{ count: 1 }], count: 1 },
  ]);
});

test('B-50 computed relationships of what a function returns and of what was written', async () => {
  const rows = await get('/rpc/all_books?select=id,main_author(name)&id=lte.2');
  expect(rows).toEqual([
    { id: 1, main_author: { name: 'Bob' } },
    { id: 2, main_author: { name: 'Ada' } },
  ]);
  expect(await get('/rpc/one_author?wanted=2&select=name,works_of!inner(id)')).toEqual({
    name: 'Bob',
    works_of: [{ id: 3 }],
  });
  const prefer = { Prefer: 'return=representation, tx=rollback' };
  const created = await send(server, '/books?select=title,main_author(name)', {
    method: 'POST',
    body: { title: 'New', author_id: 2 },
    headers: prefer,
  });
  expect(created.body).toEqual([{ title: 'New', main_author: { name: 'Bob' } }]);
  const changed = await send(server, '/authors?select=name,works_of(id)&id=eq.2', {
    method: 'PATCH',
    body: { name: 'Robert' },
    headers: prefer,
  });
  expect(changed.body).toEqual([{ name: 'Robert', works_of: [{ id: 3 }] }]);
  const deleted = await send(server, '/books?select=id,...main_author(name)&id=eq.3', {
    method: 'DELETE',
    headers: prefer,
  });
  expect(deleted.body).toEqual([{ id: 3, name: 'Bob' }]);
  const upserted = await send(server, '/authors?select=id,works_of(id)', {
    method: 'POST',
    body: { id: 2, name: 'Bob' },
    headers: { Prefer: 'return=representation, resolution=merge-duplicates, tx=rollback' },
  });
  expect(upserted.body).toEqual([{ id: 2, works_of: [{ id: 3 }] }]);
});

test('B-50 a function named as a table, key or column takes precedence over the foreign key', async () => {
  expect(await get('/editions?select=books(id)&book_id=eq.1')).toEqual([{ books: { id: 1 } }]);
  expect(await get('/books?select=authors(id)&id=eq.1')).toMatchObject({ code: 'PGRST201' });
  await server.pool.query(`
    create function books(editions) returns setof books language sql stable rows 1 as 'select * from books where false';
    create function authors(books) returns setof authors language sql stable rows 1
      as 'select * from authors where id = $1.author_id';
    create function editor_id(books) returns setof authors language sql stable as 'select * from authors where id = 3';
    notify pgrst`);
  await expect.poll(() => get('/editions?select=books(id)&book_id=eq.1')).toEqual([{ books: null }]);
  expect(await get('/editions?select=books!inner(id)')).toEqual([]);
  expect(await get('/books?select=authors(id)&id=eq.1')).toEqual([{ authors: { id: 1 } }]);
  expect(await get('/books?select=editor_id(id)&id=eq.1')).toEqual([{ editor_id: [{ id: 3 }] }]);
});

test('B-50 a function of a schema that is not exposed relates nothing', async () => {
  expect(await get('/authors?select=hidden_works(id)')).toMatchObject({ code: 'PGRST200' });
  expect(await get('/authors?select=works_off(id)')).toMatchObject({
    code: 'PGRST200',
    hint: "Perhaps you meant 'works_of' instead of 'works_off'.",
  });
});
