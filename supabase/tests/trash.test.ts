import { beforeEach, expect, test } from 'vitest';
import { testAccounts, setUpTestDatabase, type CallerName } from './test-database.ts';

const database = setUpTestDatabase();
const { call, callError } = database;
const one = '50000000-0000-4000-8000-000000000001';
const app = 'a0000000-0000-4000-8000-000000000001';
const lead = '1ead0000-0000-4000-8000-000000000001';
const category = 'c0000000-0000-4000-8000-000000000001';
const folder = 'ab000000-0000-4000-8000-000000000001';
const picture = `/storage/v1/object/public/pictures/${folder}/800.webp`;

beforeEach(async () => {
  for (const table of ['leads', 'services', 'apps', 'deleted_content', 'former_slugs', 'categories'])
    await database.query(`delete from ${table}`);
  await database.query(`insert into categories (id, name) values ($1, 'Search')`, [category]);
  await call(
    'editor',
    `insert into services (id, name, slug, is_published, category_id, pricing_json)
     values ('${one}', 'One', 'first', true, '${category}', '[{"name":"Setup","price":5}]')`,
  );
});

async function rows(sql: string): Promise<Record<string, unknown>[]> {
  return await database.query<Record<string, unknown>>(sql);
}

async function restore(kind = 'services', id = one): Promise<unknown> {
  const found = await call('editor', `select restore_deleted('${kind}', '${id}') as slug`);
  return found[0]?.['slug'];
}

test('B-63 deleted content is restored with its id as a draft, with pictures, leads and former addresses', async () => {
  await call('editor', `update services set slug = 'one' where id = '${one}'`);
  await call(
    'editor',
    `insert into media (service_id, url, alt) values ('${one}', '${picture}', 'A harbour')`,
  );
  await database.query(
    `insert into leads (id, name, email, service_id) values ($1, 'Ana', 'a@b.example', $2)`,
    [lead, one],
  );
  const before = await rows('select * from services');
  const media = await rows('select * from media');
  await call('editor', `delete from services where id = '${one}'`);
  expect(await rows('select id from services')).toEqual([]);
  expect(
    await rows('select name, slug, was_published, account_id, account_name from deleted_content'),
  ).toEqual([
    {
      name: 'One',
      slug: 'one',
      was_published: true,
      account_id: testAccounts.editor,
      account_name: 'Editor Person',
    },
  ]);
  expect(await restore()).toBe('one');
  expect(await rows('select * from services')).toEqual([
    { ...before[0], is_published: false, updated_at: expect.any(Date) as Date },
  ]);
  expect(await rows('select * from media')).toEqual(media);
  expect(await rows('select service_id from leads')).toEqual([{ service_id: one }]);
  expect(await rows('select slug, record_id from former_slugs order by slug')).toEqual([
    { slug: 'first', record_id: one },
    { slug: 'one', record_id: one },
  ]);
  expect(await rows('select from deleted_content')).toEqual([]);
  expect(await rows('select version from content_versions order by version')).toHaveLength(3);
});

test('B-63 screenshots of an app are restored with it', async () => {
  await call('editor', `insert into apps (id, name, slug) values ('${app}', 'App', 'app')`);
  await call(
    'editor',
    `insert into app_media (app_id, url, sort_order) values ('${app}', '/b', 2), ('${app}', '/a', 1)`,
  );
  await call('editor', 'delete from apps');
  expect(await rows('select from app_media')).toEqual([]);
  expect(await restore('apps', app)).toBe('app');
  expect(await rows('select url from app_media order by sort_order')).toEqual([{ url: '/a' }, { url: '/b' }]);
});

test('B-63 a restored record whose address another record has gets the next free address', async () => {
  for (const slug of ['first', 'first-2']) {
    await call('editor', `delete from services where id = '${one}'`);
    await call('editor', `insert into services (name, slug) values ('Other', '${slug}')`);
    expect(await restore()).toBe(slug === 'first' ? 'first-2' : 'first-2-2');
  }
});

test('B-63 a category that was deleted in between is omitted', async () => {
  await call('editor', 'delete from services');
  await call('editor', 'delete from categories');
  await restore();
  expect(await rows('select category_id from services')).toEqual([{ category_id: null }]);
});

test('B-63 two who restore at once make one record; what is not there, or not theirs, is an error', async () => {
  await call('editor', 'delete from services');
  for (const caller of ['viewer', 'agent'] as const)
    expect(await callError(caller, `select restore_deleted('services', '${one}')`)).toBe('42501');
  const sessions = await Promise.all([database.open(), database.open()]);
  const results = await Promise.all(
    sessions.map((session) =>
      callError('editor', `select restore_deleted('services', '${one}')`, [], { session }),
    ),
  );
  expect(results.toSorted()).toEqual(['P0001', null].toSorted());
  expect(await rows('select from services')).toHaveLength(1);
  for (const kind of ['services', 'staff', 'no table'])
    expect(await callError('editor', `select restore_deleted('${kind}', '${one}')`)).toBe('P0001');
});

test('B-63 deleted permanently, or 30 days ago: record, versions and pictures are deleted', async () => {
  await database.query('delete from storage.objects');
  await database.query(
    `insert into storage.objects (bucket_id, name, created_at) values ('pictures', $1, now() - interval '2 days')`,
    [`${folder}/800.webp`],
  );
  const orphans = async () => (await database.attempt('server', 'select path from orphaned_files()')).length;
  for (const days of [29, 31]) {
    await database.query('delete from services');
    await call('editor', `insert into services (name, slug) values ('Shown', 'shown')`);
    await call('editor', `insert into media (service_id, url) select id, '${picture}' from services`);
    await call('editor', 'delete from services');
    await database.query(`update deleted_content set deleted_at = now() - make_interval(days => $1)`, [days]);
    await call('server', 'select delete_expired_content()');
    expect([days, (await rows(`select from deleted_content where slug = 'shown'`)).length]).toEqual([
      days,
      days === 29 ? 1 : 0,
    ]);
    expect([days, await orphans()]).toEqual([days, days === 29 ? 0 : 1]);
    if (days === 29) await call('editor', 'delete from deleted_content');
  }
  expect(await rows('select from content_versions')).toEqual([]);
});

test('B-63 only editors and owners can read the trash and the versions of its records', async () => {
  await call('editor', `insert into apps (id, name, slug) values ('${app}', 'App', 'app')`);
  await call('editor', `insert into posts (title, slug) values ('Post', 'post')`);
  await call('editor', `insert into case_studies (title, slug) values ('Case', 'case')`);
  const readable = async (caller: CallerName) =>
    (await database.attempt(caller, 'select from content_versions')).length;
  for (const caller of ['viewer', 'agent', 'editor', 'owner'] as const)
    expect([caller, await readable(caller)]).toEqual([caller, 4]);
  for (const table of ['services', 'apps', 'posts', 'case_studies'])
    await call('editor', `delete from ${table}`);
  for (const [caller, versions] of Object.entries({ viewer: 0, agent: 0, waiting: 0, editor: 4, owner: 4 }))
    expect([caller, await readable(caller as CallerName)]).toEqual([caller, versions]);
  await restore();
  expect(await readable('viewer')).toBe(2);
});

test('B-63 samples that the server removes are not in the trash; those that an editor deletes can be restored as own content', async () => {
  await database.query('update services set is_sample = true');
  await call('editor', 'delete from services');
  await restore();
  expect(await rows('select is_sample from services')).toEqual([{ is_sample: false }]);
  await database.query('update services set is_sample = true');
  await call('server', 'delete from services');
  expect(await rows('select from deleted_content')).toEqual([]);
});
