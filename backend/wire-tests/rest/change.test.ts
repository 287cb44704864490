import { afterEach, expect, test } from 'vitest';
import { send, startLibrary } from './library.ts';
import { setUp } from '../set-up.ts';

const server = setUp(startLibrary);

afterEach(async () => {
  await server.pool.query(
    "delete from authors where id > 3; delete from books where id > 4; update authors set born = 1815, data = '{}' where id = 1",
  );
});

test('B-52 upsert merges by the primary key or by given columns; the status shows whether it inserted', async () => {
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

test('B-52 update and delete return the changed rows, and are rejected without a filter', async () => {
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
    const all = await send(server, '/authors', { method, body: { born: 1 } });
    expect([all.status, all.body]).toEqual([
      400,
      { code: '21000', message: `${verb} requires a WHERE clause`, details: null, hint: null },
    ]);
  }
  expect((await send(server, '/authors?id=eq.1', { method: 'PATCH', body: {} })).status).toBe(204);
});

test('B-52 preferences are echoed; headers-only returns the location of the row; PUT writes one row', async () => {
  const created = await send(server, '/authors', {
    method: 'POST',
    body: { id: 50, name: 'Q' },
    headers: { prefer: 'return=headers-only, count=exact' },
  });
  expect([
    created.status,
    created.text,
    created.headers.get('location'),
    created.headers.get('content-range'),
  ]).toEqual([201, '', '/authors?id=eq.50', '*/1']);
  expect(created.headers.get('preference-applied')).toBe('return=headers-only, count=exact');
  const put = await send(server, '/authors?id=eq.51', { method: 'PUT', body: { id: 51, name: 'R' } });
  expect(put.status).toBe(201);
  const replaced = await send(server, '/authors?id=eq.51', {
    method: 'PUT',
    body: { id: 51, name: 'S' },
    headers: { prefer: 'return=representation' },
  });
  expect([replaced.status, replaced.body]).toEqual([200, [{ id: 51, name: 'S', born: null, data: {} }]]);
  expect(
    (await send(server, '/authors?id=eq.51', { method: 'PUT', body: { id: 52, name: 'S' } })).body,
  ).toMatchObject({ code: 'PGRST115' });
  expect(
    (await send(server, '/authors?name=eq.S', { method: 'PUT', body: { id: 52, name: 'S' } })).status,
  ).toBe(405);
});
