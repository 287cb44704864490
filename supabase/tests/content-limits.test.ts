import { beforeAll, describe, expect, test } from 'vitest';
import { catchErrorCode, setUpTestDatabase } from './test-database.ts';

const database = setUpTestDatabase();
const app = 'a0000000-0000-4000-8000-000000000001';
const tables = ['services', 'apps', 'posts', 'case_studies', 'categories', 'media', 'app_media', 'partners'];

beforeAll(async () => {
  await database.query(`insert into apps (id, name, slug) values ($1, 'App', 'app')`, [app]);
});

describe('G-54 no column of content takes more than a page can bear', () => {
  const big: Record<string, unknown> = {
    text: 'x'.repeat(300_000),
    'text[]': Array.from({ length: 10_000 }, (_, i) => `chip ${i}`),
    jsonb: JSON.stringify(Array.from({ length: 10_000 }, () => ({ name: 'x', price: 1 }))),
  };

  async function columnsOfContent() {
    const rows = await database.query<{ table: string; column: string; type: string }>(
      `select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type
       from pg_attribute a join pg_class c on c.oid = a.attrelid
       where c.oid = any ($1::regclass[]) and a.attnum > 0 and not a.attisdropped`,
      [tables],
    );
    return rows.filter(({ type }) => type in big);
  }

  test('every text and list column has a limit, in words that name it', async () => {
    const columns = await columnsOfContent();
    expect(columns.length).toBeGreaterThan(25);
    await database.query(`insert into services (name, slug) values ('S', 'big')`);
    await database.query(`insert into posts (title, slug) values ('P', 'big')`);
    await database.query(`insert into case_studies (title, slug) values ('P', 'big')`);
    await database.query(`insert into categories (name) values ('C')`);
    await database.query(`insert into media (url) values ('/m.webp')`);
    await database.query(`insert into partners (name) values ('K')`);
    await database.query(`insert into app_media (app_id, url) values ($1, '/m.webp')`, [app]);
    for (const { table, column, type } of columns) {
      const work = database.query(`update ${table} set ${column} = $1`, [big[type]]);
      expect([table, column, await catchErrorCode(work)]).toEqual([table, column, '23514']);
    }
    for (const [column, value, message] of [
      ['feature_chips', Array(41).fill('x'), 'The features: at most 40, and this has 41'],
      ['feature_chips', ['x'.repeat(81)], 'The features: at most 80 characters each'],
      ['hero_image_alt', 'x'.repeat(1001), 'The description of the picture: at most 1000 characters'],
    ] as const)
      await expect(database.query(`update services set ${column} = $1`, [value])).rejects.toThrow(message);
  });

  test('a row from before the limit can still be taken down, and its category deleted', async () => {
    await database.query(`insert into categories (name) values ('Old')`);
    await database.query('alter table services disable trigger user');
    await database.query(
      `insert into services (name, slug, feature_chips, category_id)
       values ('Old', 'old', $1, (select id from categories where name = 'Old'))`,
      [big['text[]']],
    );
    await database.query('alter table services enable trigger user');
    const changes = [
      `update services set is_published = true where slug = 'old'`,
      `update services set name = 'Older', feature_chips = feature_chips where slug = 'old'`,
      `delete from categories where name = 'Old'`,
      `delete from services where slug = 'old'`,
    ];
    for (const change of changes)
      expect([change, await catchErrorCode(database.query(change))]).toEqual([change, null]);
  });
});
