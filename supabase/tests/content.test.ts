import { Client } from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { insertRow, setUpTestDatabase, catchErrorCode } from './test-database.ts';

const database = setUpTestDatabase();
const app = 'a0000000-0000-4000-8000-000000000001';

beforeAll(async () => {
  await database.query(`insert into apps (id, name, slug) values ($1, 'App', 'app')`, [app]);
});

const good = [
  'https://example.ca/a?b=c#d',
  'HTTP://example.ca',
  'https://xn--caf-dma.ca/é',
  'mailto:hello@fairlead.example',
  'tel:+18005550199',
  '/',
  '/samples/ringcheck-trap.webp',
  '/a?b=c',
];
const bad = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'blob:https://x.ca/1',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '\\\\evil.example',
  'https:/evil',
  'https:evil.example',
  'https://',
  'ftp://x.ca',
  'samples/a.webp',
  './a',
  'www.example.ca',
  '',
  '   ',
  'https://a b.ca',
  'https://a.ca/\u2028x',
  `https://a.ca/${'x'.repeat(2100)}`,
];
const columns = [
  ['services', 'hero_image_url', `insert into services (name, slug, hero_image_url) values ('S', 's', $1)`],
  ['apps', 'logo_url', `insert into apps (name, slug, logo_url) values ('A', 'a', $1)`],
  ['apps', 'demo_url', `insert into apps (name, slug, demo_url) values ('A', 'a', $1)`],
  ['app_media', 'url', `insert into app_media (app_id, url) values ('${app}', $1)`],
  ['media', 'url', `insert into media (url) values ($1)`],
  ['partners', 'logo_url', `insert into partners (name, logo_url) values ('P', $1)`],
  ['posts', 'cover_url', `insert into posts (slug, title, cover_url) values ('p', 'P', $1)`],
  ['case_studies', 'cover_url', `insert into case_studies (slug, title, cover_url) values ('p', 'P', $1)`],
] as const;

describe('G-54 no script can enter through a link', () => {
  test('G-54 every column for a URL checks it', async () => {
    const rows = await database.column<string>(
      `select c.relname || '.' || a.attname as column
       from pg_attribute a join pg_class c on c.oid = a.attrelid
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname ~ '(^|_)url$' order by 1`,
    );
    expect(rows).toEqual(columns.map(([table, column]) => `${table}.${column}`).sort());
  });

  test.each(columns)('G-54 %s.%s accepts safe links and rejects others', async (_table, _column, sql) => {
    for (const url of good) {
      await database.query('begin');
      expect([url, await catchErrorCode(database.query(sql, [url]))]).toEqual([url, null]);
      await database.query('rollback');
    }
    for (const url of bad)
      expect([url, await catchErrorCode(database.query(sql, [url]))]).toEqual([url, '23514']);
  });
});

describe('G-31 G-46 the values of content columns', () => {
  function addService(fields: Record<string, unknown>) {
    return database.as('server', (session) =>
      insertRow(session, 'public.services', { name: 'S', slug: 's', ...fields }),
    );
  }

  test.each([['two words'], ['Caps'], ['-a'], ['a--b'], [''], ['é'], ['a/b'], ['a\n']])(
    'slug %j is rejected',
    async (slug) => {
      expect(await catchErrorCode(addService({ slug }))).toBe('23514');
    },
  );
  test.each([['a'], ['pay-per-results-seo'], ['24-px']])('slug %j is accepted', async (slug) => {
    expect(await catchErrorCode(addService({ slug }))).toBeNull();
  });
  test('G-46 a slug that another record has is a conflict', async () => {
    expect(await catchErrorCode(database.query(`insert into apps (name, slug) values ('App', 'app')`))).toBe(
      '23505',
    );
  });
  test.each([
    ['pricing_json', '{"name": "x"}', '23514'],
    ['pricing_json', '"x"', '23514'],
    ['pricing_json', null, '23502'],
    ['pricing_json', '[{"name": "x", "price": 0}]', null],
    ['feature_chips', null, '23502'],
    ['feature_chips', [null], '23514'],
    ['feature_chips', [], null],
    ['name', ' ', '23514'],
  ])('G-31 the column %s accepts or rejects %j', async (column, value, code) => {
    expect(await catchErrorCode(addService({ [column]: value }))).toBe(code);
  });
  test('a deleted category leaves its services without one', async () => {
    await database.query(
      `insert into categories (id, name) values ('c0000000-0000-4000-8000-000000000001', 'Search')`,
    );
    await database.query(
      `insert into services (name, slug, category_id) values ('S', 's', 'c0000000-0000-4000-8000-000000000001')`,
    );
    await database.query(`delete from categories`);
    expect(await database.query(`select category_id from services`)).toEqual([{ category_id: null }]);
    await database.query(`delete from services`);
  });
});

describe('P-181 a change of content is announced at commit', () => {
  test('a transaction sends one notification per changed table, and none if it is rolled back or changed no row', async () => {
    await database.query(`insert into services (name, slug) values ('Changed', 'changed')`);
    await database.query(`insert into media (url) values ('/changed.webp')`);
    const received: string[] = [];
    const listener = new Client({ connectionString: database.address });
    await listener.connect();
    listener.on('notification', ({ payload }) => received.push(payload ?? ''));
    await listener.query('listen table_changed');

    await database.query('begin');
    await database.query(`insert into categories (name) values ('Gone')`);
    await database.query('rollback');
    await database.query(`update services set name = name where false`);
    await database.query(`delete from posts where false`);
    await database.query(`insert into categories (name) values ('A'), ('B')`);
    await database.query(`update apps set is_published = true`);
    await database.query(`insert into posts (slug, title) values ('p', 'P')`);
    await database.query(`delete from media`);
    await database.query(`insert into app_media (app_id, url) values ($1, '/a.webp')`, [app]);
    await database.query(`update services set name = name`);
    await database.query(`truncate media`);
    await database.query(`insert into partners (name) values ('Kelpbridge')`);
    await database.query(`insert into leads (name, email) values ('Ana Roy', 'a@b.example')`);
    await database.query(`notify table_changed, 'end'`);
    // Notifications committed before this statement are delivered with its response.
    while (received.at(-1) !== 'end') await listener.query('select');
    await listener.end();
    expect(received).toEqual([
      'public.categories',
      'public.apps',
      'public.posts',
      'public.media',
      'public.app_media',
      'public.services',
      'public.media',
      'public.partners',
      'end',
    ]);
  });

  test('before it, response.changed_tables names each table once, for the server that called a function', async () => {
    await database.query('begin');
    await database.query(`insert into categories (name) values ('Named'), ('Named too')`);
    await database.query(`delete from posts where false`);
    await database.query(`insert into media (url) values ('/changed.webp')`);
    const rows = await database.query(`select current_setting('response.changed_tables') as tables`);
    await database.query('rollback');
    expect(rows).toEqual([{ tables: 'public.categories,public.media' }]);
  });
});

describe('G-35 files that nothing needs are found, whatever account left them', () => {
  test('only the server lists files to delete: unprocessed for an hour, or unreferenced for a day', async () => {
    await database.query(
      `insert into storage.objects (bucket_id, name, created_at) values
         ('pictures', 'old/640.webp', now() - interval '2 days'), ('pictures', 'new/640.webp', now()),
         ('pictures', 'used/640.webp', now() - interval '2 days'), ('incoming', 'gone/sent', now() - interval '61 minutes'),
         ('incoming', 'here/sent', now() - interval '59 minutes')`,
    );
    await database.query(
      `insert into media (url) values ('https://site.example/storage/v1/object/public/pictures/used/640.webp')`,
    );
    const rows = await database.attempt<{ found: string }>(
      'server',
      `select bucket || '/' || path as found from orphaned_files()`,
    );
    expect(rows.map(({ found }) => found)).toEqual(['incoming/gone/sent', 'pictures/old/640.webp']);
  });
});
