import { beforeEach, expect, test } from 'vitest';
import { setUpTestDatabase, type CallerName } from './test-database.ts';

const database = setUpTestDatabase();
const { call, callError } = database;
const app = 'a0000000-0000-4000-8000-000000000001';
const copy = 'a0000000-0000-4000-8000-000000000002';
const logo = '/storage/v1/object/public/pictures/ab000000-0000-4000-8000-000000000001/800x600.webp';
const duplicate = `select duplicate_content('apps', '${app}', '${copy}', 'Copy of Tides')`;

beforeEach(async () => {
  for (const table of ['apps', 'posts', 'case_studies']) await database.query(`delete from ${table}`);
  await database.query(
    `insert into apps (id, name, slug, short_pitch, logo_url, is_published, published_at, is_sample)
     values ('${app}', 'Tides', 'tides', 'High and low', '${logo}', true, now(), true)`,
  );
  await database.query(
    `insert into app_media (app_id, url, alt, sort_order) values
      ('${app}', '/two.webp', 'Two', 2), ('${app}', '/one.webp', 'One', 1)`,
  );
});

test('B-562 a duplicate is a draft under a new address, with the same images and screenshots', async () => {
  await call('editor', `insert into apps (name, slug) values ('Other', 'tides-2')`);
  await call('editor', duplicate);
  // the response of the first one was lost
  await call('editor', duplicate);
  expect(
    await database.query(
      `select name, slug, short_pitch, logo_url, is_published, published_at, is_sample from apps where id = '${copy}'`,
    ),
  ).toEqual([
    {
      name: 'Copy of Tides',
      slug: 'tides-3',
      short_pitch: 'High and low',
      logo_url: logo,
      is_published: false,
      published_at: null,
      is_sample: false,
    },
  ]);
  expect(
    await database.query(`select url, alt from app_media where app_id = '${copy}' order by sort_order`),
  ).toEqual([
    { url: '/one.webp', alt: 'One' },
    { url: '/two.webp', alt: 'Two' },
  ]);
  expect(await database.query(`select slug, is_published from apps where id = '${app}'`)).toEqual([
    { slug: 'tides', is_published: true },
  ]);
  expect(
    await database.query(
      `select version, jsonb_array_length(record -> 'screenshots') as shown from content_versions
       where record_id = '${copy}'`,
    ),
  ).toEqual([{ version: 1, shown: 2 }]);
});

test('B-562 who may not edit content duplicates nothing, and no other table is copied', async () => {
  const callers: CallerName[] = ['visitor', 'agent', 'viewer'];
  for (const caller of callers) expect(await callError(caller, duplicate)).toBe('42501');
  expect(await callError('editor', duplicate.replace(app, copy))).toBe('P0001');
  await database.query(`insert into leads (id, name, email) values ('${copy}', 'Ana', 'a@b.example')`);
  expect(
    await callError('editor', `select duplicate_content('leads', '${copy}', '${app}', 'Ana')`),
  ).not.toBeNull();
  expect(await database.query('select id from leads')).toHaveLength(1);
});

test('B-560 content is found by title, address and summary, without regard to case and accents; wildcards are words', async () => {
  await database.query(
    `insert into posts (title, slug, excerpt, is_published) values
      ('Marées à Québec', 'marees', '', true), ('Draft', 'high-water', 'At 100% of the quays', false)`,
  );
  const found = async (caller: CallerName, term: string) =>
    (await call(caller, 'select slug from search_posts($1) order by slug', [term])).map(({ slug }) => slug);
  expect(await found('viewer', 'QUEBEC')).toEqual(['marees']);
  expect(await found('viewer', 'high-w')).toEqual(['high-water']);
  expect(await found('viewer', '100% of')).toEqual(['high-water']);
  expect(await found('viewer', '_')).toEqual([]);
  expect(await found('viewer', '')).toEqual(['high-water', 'marees']);
  expect(await callError('visitor', `select search_posts('x')`)).toBe('42501');
  await database.query(`insert into case_studies (title, slug, quote_name) values ('Quay', 'quay', 'Zoé')`);
  expect(await call('viewer', `select slug from search_case_studies('zoe')`)).toEqual([{ slug: 'quay' }]);
});
