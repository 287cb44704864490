import { beforeEach, expect, test } from 'vitest';
import { setUpTestDatabase, type CallerName } from './test-database.ts';

const database = setUpTestDatabase();
const app = 'a0000000-0000-4000-8000-000000000001';

beforeEach(async () => {
  for (const table of ['services', 'apps', 'posts', 'former_slugs'])
    await database.query(`delete from ${table}`);
  await database.query(`
    insert into services (name, slug, is_published, published_at) values
      ('Now', 'now', true, null), ('Past', 'past', true, now() - interval '1 day'),
      ('Due', 'due', true, now() + interval '1 hour'), ('Draft', 'draft', false, now() - interval '1 day')`);
  await database.query(`
    insert into posts (title, slug, is_published, published_at) values
      ('Now', 'now', true, null), ('Due', 'due', true, now() + interval '2 hours')`);
  await database.query(
    `insert into apps (id, name, slug, is_published, published_at)
     values ('${app}', 'Due', 'due', true, now() + interval '3 hours')`,
  );
  await database.query(`insert into app_media (app_id, url) values ('${app}', '/a.webp')`);
});

async function read(caller: CallerName, sql: string): Promise<unknown[]> {
  return database.as(caller, (session) => session.column<unknown>(sql));
}

const published = 'select slug as value from services where is_published = true order by slug';

test('B-64 P-181 scheduled content is only for staff, with any filter of a visitor', async () => {
  for (const caller of ['visitor', 'waiting', 'anonymous'] as const) {
    expect([caller, await read(caller, published)]).toEqual([caller, ['now', 'past']]);
    expect(await read(caller, 'select slug as value from services where published_at > now()')).toEqual([]);
    expect(await read(caller, 'select slug as value from posts')).toEqual(['now']);
    expect(await read(caller, 'select slug as value from apps')).toEqual([]);
    expect(await read(caller, 'select url as value from app_media')).toEqual([]);
  }
  expect(await read('viewer', published)).toEqual(['due', 'now', 'past']);
  expect(await read('viewer', 'select url as value from app_media')).toEqual(['/a.webp']);
});

test('B-64 the next time is the earliest future one; drafts and past ones do not count', async () => {
  const next = () =>
    read('server', `select round(extract(epoch from next_publication() - now()) / 60)::int as value`);
  expect(await next()).toEqual([60]);
  await database.query(`delete from services`);
  expect(await next()).toEqual([120]);
  await database.query(`update posts set is_published = false`);
  expect(await next()).toEqual([180]);
  await database.query(`update apps set published_at = now()`);
  expect(await next()).toEqual([null]);
});

const former = () => read('server', 'select slug as value from former_slugs order by slug');

test('B-64 an address counts as seen only once its time has come', async () => {
  await database.query(`update services set slug = 'due-renamed' where slug = 'due'`);
  await database.query(`update services set is_published = false where slug = 'due-renamed'`);
  await database.query(`delete from posts where slug = 'due'`);
  expect(await former()).toEqual([]);
  await database.query(`update services set published_at = now() + interval '1 day' where slug = 'past'`);
  expect(await former()).toEqual(['past']);
});

test('B-64 a redirect works until the content that is scheduled at its address is published', async () => {
  await database.query(`update services set slug = 'moved' where slug = 'now'`);
  await database.query(`update services set slug = 'now' where slug = 'due'`);
  expect(await former()).toEqual(['now']);
  await database.query(`update services set published_at = now() where slug = 'now'`);
  expect(await former()).toEqual([]);
});
