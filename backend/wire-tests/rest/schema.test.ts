import { expect, test } from 'vitest';
import { send, startLibrary } from './library.ts';
import { setUp } from '../set-up.ts';

const server = setUp(startLibrary);

/** The code of an error, or the number of rows. */
async function outcome(path: string): Promise<string | number> {
  const { body } = await send(server, path);
  return Array.isArray(body) ? body.length : (body as { code: string }).code;
}

test('B-54 new tables, columns and functions are found without a restart', async () => {
  const client = server.client();
  expect((await client.from('later').select()).status).toBe(404);
  await server.pool.query(
    'create table later (id int primary key, book_id int references books); insert into later values (1, 1)',
  );
  await expect
    .poll(async () => (await client.from('later').select('id, books(title)')).data)
    .toEqual([{ id: 1, books: { title: 'Engines' } }]);
  await server.pool.query('alter table later add column note text');
  await expect.poll(async () => (await client.from('later').upsert({ id: 2, note: 'x' })).error).toBeNull();
  await server.pool.query(`create function later_on() returns int language sql as 'select 9'`);
  await expect.poll(async () => (await client.rpc('later_on')).data).toBe(9);
  await server.pool.query(`drop table later`);
  expect((await client.from('later').select()).status).toBe(404);
});

test('B-50 a function of a row is a column that can be selected, filtered and ordered by', async () => {
  await server.pool.query(
    `create function loud(authors) returns text language sql immutable as $$ select upper($1.name) $$`,
  );
  const found = server.client().from('authors').select('id, loud').eq('loud', 'BOB').order('loud');
  expect((await found).data).toEqual([{ id: 2, loud: 'BOB' }]);
});

// Both changes alter the result of a request that succeeded, so the reload cannot be caused by a missing name.
test('B-54 the schema is reloaded after a change, also when no request missed a name', async () => {
  expect(await outcome('/editions?select=isbn,books(id)')).toBe(2);
  await server.pool.query(
    'alter table editions add column next_id int constraint editions_next_fkey references books',
  );
  await expect.poll(() => outcome('/editions?select=isbn,books(id)')).toBe('PGRST201');
  await server.pool.query('alter table editions drop constraint editions_next_fkey');
  await expect.poll(() => outcome('/editions?select=isbn,books(id)')).toBe(2);
});

test('B-54 without the event triggers, NOTIFY pgrst reloads the schema', async () => {
  await server.pool.query('alter event trigger pgrst_ddl_watch disable');
  await server.pool.query('alter event trigger pgrst_drop_watch disable');
  await server.pool.query('alter table editions add column last_id int references books');
  // There was no notification and no missing name, so the server still uses its cache.
  expect(await outcome('/editions?select=isbn,books(id)')).toBe(2);
  await server.pool.query("notify pgrst, 'reload schema'");
  await expect.poll(() => outcome('/editions?select=isbn,books(id)')).toBe('PGRST201');
  await server.pool.query('alter table editions drop column last_id');
  await server.pool.query('alter event trigger pgrst_ddl_watch enable');
  await server.pool.query('alter event trigger pgrst_drop_watch enable; notify pgrst');
  await expect.poll(() => outcome('/editions?select=isbn,books(id)')).toBe(2);
});
