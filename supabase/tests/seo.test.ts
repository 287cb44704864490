import { beforeAll, expect, test } from 'vitest';
import { catchErrorCode, setUpTestDatabase } from './test-database.ts';

const database = setUpTestDatabase();
const folder = 'ab000000-0000-4000-8000-000000000001';
const image = `/storage/v1/object/public/pictures/${folder}/800x600.webp`;

beforeAll(async () => {
  await database.query(`delete from posts; insert into posts (title, slug) values ('Tides', 'tides')`);
});

const save = (seo: unknown) =>
  catchErrorCode(database.query('update posts set seo = $1', [JSON.stringify(seo)]));

test('B-564 the database takes a title, a description, an uploaded image and whether the page is hidden, and nothing else', async () => {
  const whole = { title: 'T'.repeat(200), description: 'D'.repeat(500), image, hidden: true };
  for (const seo of [{}, whole, { hidden: false }]) expect([seo, await save(seo)]).toEqual([seo, null]);
  const refused: unknown[] = [
    null,
    [],
    'title',
    { title: '' },
    { title: 7 },
    { title: 'T'.repeat(201) },
    { description: 'D'.repeat(501) },
    { description: null },
    { hidden: 'yes' },
    { image: '/pictures/other.webp' },
    { image: `javascript:/pictures/${folder}/800x600.webp` },
    { keywords: 'tides' },
  ];
  for (const seo of refused) expect([seo, await save(seo)]).toEqual([seo, '23514']);
});

test('B-564 the images and words for search engines are in the versions, and a duplicate has no title of another page', async () => {
  await save({ title: 'Tides today', image, hidden: true });
  const [version] = await database.query<{ record: { seo: object }; pictures: string[]; changed: string[] }>(
    `select record, pictures, changed from content_versions where kind = 'posts' order by version desc limit 1`,
  );
  expect(version?.record.seo).toEqual({ title: 'Tides today', image, hidden: true });
  expect([version?.pictures, version?.changed]).toEqual([[folder], ['seo']]);
  await database.call(
    'editor',
    `select duplicate_content('posts', (select id from posts where slug = 'tides'), gen_random_uuid(), 'Copy')`,
  );
  expect(await database.query(`select seo from posts where title = 'Copy'`)).toEqual([
    { seo: { image, hidden: true } },
  ]);
});
