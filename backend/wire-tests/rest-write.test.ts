import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ask, startLibrary } from './rest-library.ts';
import type { WireServer } from './server.ts';

let server: WireServer;
let announced: string[] = [];

beforeAll(async () => {
  server = await startLibrary();
  server.backend?.onCommit((tables) => announced.push(...tables));
});

afterAll(async () => {
  await server.close();
});

afterEach(async () => {
  await server.pool.query(
    "delete from authors where id > 3; delete from books where id > 4; update authors set born = 1815, data = '{}' where id = 1",
  );
  announced = [];
});

async function authorNames(): Promise<string[]> {
  const { rows } = await server.pool.query<{ name: string }>('select name from authors order by id');
  return rows.map((row) => row.name);
}

test('P-156 insert: nothing back by default, the row back when asked, defaults filled', async () => {
  const client = server.client();
  const quiet = await client.from('authors').insert({ name: 'Dan' });
  expect([quiet.status, quiet.data, quiet.error]).toEqual([201, null, null]);
  const loud = await client
    .from('authors')
    .insert({ name: 'Eve', data: { a: [1, 'ü', null] } })
    .select('name, born, data')
    .single();
  expect([loud.status, loud.data]).toEqual([201, { name: 'Eve', born: null, data: { a: [1, 'ü', null] } }]);
  expect(await authorNames()).toEqual(['Ada', 'Bob', 'Cleo', 'Dan', 'Eve']);
});

test('P-156 insert: several rows, embeds of what they refer to, digits beyond a double kept', async () => {
  const { data, error } = await server
    .client()
    .from('books')
    .insert([
      { title: 'One', author_id: 1 },
      { title: 'Two', author_id: 2 },
    ])
    .select('title, pages, authors!author_id(name)')
    .order('title');
  expect(error).toBeNull();
  expect(data).toEqual([
    { title: 'One', pages: 100, authors: { name: 'Ada' } },
    { title: 'Two', pages: 100, authors: { name: 'Bob' } },
  ]);
  const exact = await ask(server, '/authors?select=data->>big', {
    method: 'POST',
    headers: { prefer: 'return=representation' },
    body: '{"name":"Big","data":{"big":12345678901234567890.12345}}',
  });
  expect(exact.body).toEqual([{ big: '12345678901234567890.12345' }]);
});

test('P-170 insert: rows with different keys are refused unless columns are named; absent keys become null or the default', async () => {
  const rows = [{ name: 'Gil', born: 1 }, { name: 'Hal' }];
  const refused = await ask(server, '/authors', { method: 'POST', body: rows });
  expect([refused.status, refused.body]).toEqual([
    400,
    { code: 'PGRST102', message: 'All object keys must match', details: null, hint: null },
  ]);
  const client = server.client();
  const books = [{ title: 'A', pages: 7 }, { title: 'B' }];
  const defaulted = await client
    .from('books')
    .insert(books, { defaultToNull: false })
    .select('title,pages')
    .order('title');
  expect(defaulted.data).toEqual([
    { title: 'A', pages: 7 },
    { title: 'B', pages: 100 },
  ]);
  const nulled = await client.from('books').insert(books).select();
  expect([nulled.status, nulled.error?.code]).toEqual([400, '23502']);
});

test('P-156 insert: an empty object takes every default, an empty list adds nothing, csv and forms work', async () => {
  const prefer = { prefer: 'return=representation' };
  const empty = await ask(server, '/keyless', { method: 'POST', body: {}, headers: prefer });
  expect([empty.status, empty.body]).toEqual([201, [{ value: null }]]);
  expect((await ask(server, '/keyless', { method: 'POST', body: [], headers: prefer })).text).toBe('[]');
  const csv = await ask(server, '/authors?select=name,born', {
    method: 'POST',
    body: 'name,born\n"Ida, ""x""",1900\nJan,NULL\n',
    headers: { ...prefer, 'content-type': 'text/csv' },
  });
  expect(csv.body).toEqual([
    { name: 'Ida, "x"', born: 1900 },
    { name: 'Jan', born: null },
  ]);
  const form = await ask(server, '/authors?select=name', {
    method: 'POST',
    body: 'name=K%26L&born=5',
    headers: { ...prefer, 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(form.body).toEqual([{ name: 'K&L' }]);
});

test('P-158 upsert merges by primary key or by the columns named, and says whether it inserted', async () => {
  const client = server.client();
  const merged = await client
    .from('authors')
    .upsert({ id: 1, name: 'Ada', born: 1816 })
    .select('id,born')
    .single();
  expect([merged.status, merged.data]).toEqual([200, { id: 1, born: 1816 }]);
  const added = await client
    .from('authors')
    .upsert(
      [
        { name: 'Ada', born: 1 },
        { name: 'Mia', born: 2 },
      ],
      { onConflict: 'name' },
    )
    .select('name,born')
    .order('name');
  expect([added.status, added.data]).toEqual([
    201,
    [
      { name: 'Ada', born: 1 },
      { name: 'Mia', born: 2 },
    ],
  ]);
  const ignored = await client
    .from('authors')
    .upsert({ name: 'Ada', born: 3 }, { onConflict: 'name', ignoreDuplicates: true })
    .select();
  expect([ignored.status, ignored.data]).toEqual([201, []]);
  expect((await client.from('authors').select('born').eq('id', 1).single()).data).toEqual({ born: 1 });
});

test('P-158 update and delete answer what they changed, and refuse to change every row', async () => {
  const client = server.client();
  const updated = await client
    .from('authors')
    .update({ born: 1900 })
    .eq('id', 1)
    .select('id, born, books!author_id(title)')
    .order('title', { referencedTable: 'books' });
  expect([updated.status, updated.data]).toEqual([
    200,
    [{ id: 1, born: 1900, books: [{ title: 'Engines' }, { title: 'Notes on Engines' }] }],
  ]);
  const quiet = await client.from('authors').update({ born: 1 }, { count: 'exact' }).in('id', [1, 2]);
  expect([quiet.status, quiet.data, quiet.count]).toEqual([204, null, 2]);
  await server.pool.query('update authors set born = 1950 where id = 2');
  const nobody = await client.from('authors').update({ born: 2 }).eq('id', 99).select();
  expect([nobody.status, nobody.data]).toEqual([200, []]);
  await client.from('authors').insert({ name: 'Nia' });
  const removed = await client.from('authors').delete({ count: 'exact' }).eq('name', 'Nia').select('name');
  expect([removed.status, removed.data, removed.count]).toEqual([200, [{ name: 'Nia' }], 1]);
  for (const [method, verb] of [
    ['PATCH', 'UPDATE'],
    ['DELETE', 'DELETE'],
  ] as const) {
    const all = await ask(server, '/authors', { method, body: { born: 1 } });
    expect([all.status, all.body]).toEqual([
      400,
      { code: '21000', message: `${verb} requires a WHERE clause`, details: null, hint: null },
    ]);
  }
  expect((await ask(server, '/authors?id=eq.1', { method: 'PATCH', body: {} })).status).toBe(204);
});

test('P-170 several rows for a single, too many rows and tx=rollback leave nothing behind', async () => {
  const client = server.client();
  const many = await client
    .from('authors')
    .insert([{ name: 'X1' }, { name: 'X2' }])
    .select()
    .single();
  expect([many.status, many.error?.code, many.error?.details]).toEqual([
    406,
    'PGRST116',
    'The result contains 2 rows',
  ]);
  const most = await client.from('authors').update({ born: 5 }).gte('id', 1).maxAffected(1);
  expect([most.status, most.error?.code, most.error?.details]).toEqual([
    400,
    'PGRST124',
    'The query affects 3 rows',
  ]);
  const dry = await client.from('authors').insert({ name: 'X3' }).select('name').rollback();
  expect([dry.status, dry.data]).toEqual([201, [{ name: 'X3' }]]);
  expect(await authorNames()).toEqual(['Ada', 'Bob', 'Cleo']);
  expect((await client.from('authors').select('born').eq('id', 3).single()).data).toEqual({ born: null });
  expect(announced).toEqual([]);
});

test('P-156 a write is announced before it is answered', async () => {
  await server.client().from('authors').insert({ name: 'Pia' });
  expect(announced).toEqual(['public.authors']);
});

test('P-156 preferences are echoed; headers-only says where the row is; PUT writes one row', async () => {
  const placed = await ask(server, '/authors', {
    method: 'POST',
    body: { id: 50, name: 'Q' },
    headers: { prefer: 'return=headers-only, count=exact' },
  });
  expect([
    placed.status,
    placed.text,
    placed.headers.get('location'),
    placed.headers.get('content-range'),
  ]).toEqual([201, '', '/authors?id=eq.50', '*/1']);
  expect(placed.headers.get('preference-applied')).toBe('return=headers-only, count=exact');
  const put = await ask(server, '/authors?id=eq.51', { method: 'PUT', body: { id: 51, name: 'R' } });
  expect(put.status).toBe(201);
  const again = await ask(server, '/authors?id=eq.51', {
    method: 'PUT',
    body: { id: 51, name: 'S' },
    headers: { prefer: 'return=representation' },
  });
  expect([again.status, again.body]).toEqual([200, [{ id: 51, name: 'S', born: null, data: {} }]]);
  expect(
    (await ask(server, '/authors?id=eq.51', { method: 'PUT', body: { id: 52, name: 'S' } })).body,
  ).toMatchObject({ code: 'PGRST115' });
  expect(
    (await ask(server, '/authors?name=eq.S', { method: 'PUT', body: { id: 52, name: 'S' } })).status,
  ).toBe(405);
});

test('P-170 broken rules of the data keep the database code and its status', async () => {
  const client = server.client();
  const cases = [
    [await client.from('authors').insert({ name: 'Ada' }), 409, '23505'],
    [await client.from('books').insert({ title: 'x', author_id: 999 }), 409, '23503'],
    [await client.from('books').insert({ title: 'x', pages: 0 }), 400, '23514'],
    [await client.from('books').insert({ title: null }), 400, '23502'],
    [await client.from('books').insert({ title: 'x', pages: 'many' }), 400, '22P02'],
    [await client.from('books').insert({ title: 'x', nope: 1 }), 400, 'PGRST204'],
    [await client.from('books').update({ nope: 1 }).eq('id', 1), 400, 'PGRST204'],
    [await client.from('authors').upsert({ name: 'x' }, { onConflict: 'born' }), 400, '42P10'],
    [await client.from('long_books').insert({ nope: 1 }), 400, 'PGRST204'],
  ] as const;
  for (const [answer, status, code] of cases) {
    expect([answer.status, answer.error?.code]).toEqual([status, code]);
    expect(Object.keys(answer.error ?? {}).sort()).toEqual(
      expect.arrayContaining(['code', 'details', 'hint', 'message']),
    );
  }
  for (const body of ['', '{', '"text"', '[1]', 'null']) {
    const answer = await ask(server, '/authors', { method: 'POST', body });
    expect([body, answer.status, (answer.body as { code: string }).code]).toEqual([body, 400, 'PGRST102']);
  }
});
