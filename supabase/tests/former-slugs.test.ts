import { beforeEach, expect, test } from 'vitest';
import { setUpTestDatabase, type CallerName } from './test-database.ts';

const database = setUpTestDatabase();
const one = '50000000-0000-4000-8000-000000000001';

beforeEach(async () => {
  await database.query('delete from services');
  await database.query('delete from former_slugs');
  await database.query(`insert into services (id, name, slug, is_published) values ($1, 'One', 'a', true)`, [
    one,
  ]);
});

async function former(): Promise<[slug: string, record: string | null][]> {
  const rows = await database.query<{ slug: string; record_id: string | null }>(
    `select slug, record_id from former_slugs where kind = 'services' order by slug`,
  );
  return rows.map((row) => [row.slug, row.record_id]);
}

async function seenBy(caller: CallerName): Promise<string[]> {
  return database.as(caller, (session) =>
    session.column<string>('select slug from former_slugs order by slug'),
  );
}

test('G-46 S-16 every old address names the record itself, so no redirect leads to another', async () => {
  for (const slug of ['b', 'c']) await database.query('update services set slug = $1', [slug]);
  expect(await former()).toEqual([
    ['a', one],
    ['b', one],
  ]);
});

test('a name that is taken back, or taken by another record, is no old address any more', async () => {
  await database.query(`update services set slug = 'b'`);
  await database.query(`update services set slug = 'a'`);
  expect(await former()).toEqual([['b', one]]);
  await database.query(`insert into services (name, slug, is_published) values ('Two', 'b', true)`);
  expect(await former()).toEqual([]);
});

test('a slug that was never public is not stored; one that was public is, even if the record was a draft in between', async () => {
  await database.query(`update services set is_published = false`);
  await database.query(`update services set slug = 'secret'`);
  await database.query(`update services set slug = 'new'`);
  expect(await former()).toEqual([['a', one]]);
  expect(await seenBy('visitor')).toEqual([]);
  expect(await seenBy('viewer')).toEqual(['a']);
  await database.query(`update services set is_published = true`);
  expect(await seenBy('visitor')).toEqual(['a']);
});

test('S-11 a deleted record leaves all its public addresses as gone, a draft none', async () => {
  await database.query(`update services set slug = 'b'`);
  await database.query(`insert into services (name, slug) values ('Draft', 'draft')`);
  await database.query('delete from services');
  expect(await former()).toEqual([
    ['a', null],
    ['b', null],
  ]);
  expect(await seenBy('visitor')).toEqual(['a', 'b']);
});

test('an editor who renames writes the old address through the trigger alone', async () => {
  await database.call('editor', `update services set slug = 'renamed'`);
  expect(await former()).toEqual([['a', one]]);
});
