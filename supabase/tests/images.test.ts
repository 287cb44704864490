// Tests of the image library: who describes and deletes images, where they are shown, what keeps their files, and that
// a long library costs no more than a short one. Cost is the number of pages read, which is the same on every machine.
import { beforeEach, describe, expect, test } from 'vitest';
import { countPagesRead } from './count-pages-read.ts';
import { dropIndexes } from './filled-inbox.ts';
import { setUpTestDatabase, testAccounts, type CallerName } from './test-database.ts';

const database = setUpTestDatabase();
const one = '00000000-0000-4000-8000-0000000000e1';
const picture = idOf(1);

function idOf(n: number): string {
  return `00000000-0000-4000-8000-0000000010${String(n).padStart(2, '0')}`;
}

function urlOf(id: string): string {
  return `/storage/v1/object/public/pictures/${id}/800x600.webp`;
}

const { call } = database;

/** The state in which each place shows the image, by the place's name. */
async function usesOf(caller: CallerName, term = ''): Promise<Record<string, string>> {
  const [found] = await database.attempt<{ uses: { name: string | null; kind: string; state: string }[] }>(
    caller,
    'select uses from list_images($1)',
    [term],
  );
  return Object.fromEntries((found?.uses ?? []).map(({ name, kind, state }) => [name ?? kind, state]));
}

async function orphans(): Promise<number> {
  return (await database.attempt('server', 'select path from orphaned_files()')).length;
}

const imageIds = () => database.column<string>('select id::text from images order by id');

/** One image whose files are two days old, and a service. */
beforeEach(async () => {
  await database.query(
    `delete from services; delete from storage.objects; truncate images, partners, media, content_versions, content_heads, deleted_content`,
  );
  await database.query(
    `insert into storage.objects (bucket_id, name, created_at)
     select 'pictures', $1 || size, now() - interval '2 days' from unnest(array['480.webp', '800x600.webp']) as size`,
    [`${picture}/`],
  );
  await database.query(`insert into services (id, name, slug) values ('${one}', 'Café design', 'one')`);
});

const add = `insert into images (id, file, name) values ('${picture}', '800x600.webp', 'team.jpg')`;
const show = `update services set hero_image_url = '${urlOf(picture)}', hero_image_alt = 'The team' where id = '${one}'`;

describe('B-540 the library', () => {
  test('an unused image stays until someone deletes it, and then its files are gone within a day', async () => {
    expect(await orphans()).toBe(2);
    await database.query(add);
    expect(await orphans()).toBe(0);
    expect(await call('agent', 'delete from images returning id')).toEqual([]);
    expect(await call('editor', 'delete from images returning id')).toHaveLength(1);
    expect(await orphans()).toBe(2);
  });

  test('no caller deletes an image that a place or the trash shows, nor its files', async () => {
    await database.query(add);
    const places = [
      show,
      `update services set description = '![x](${urlOf(picture)})' where id = '${one}'`,
      `insert into media (service_id, url) values ('${one}', '${urlOf(picture)}')`,
      `insert into partners (name, logo_url) values ('Kelpbridge', '${urlOf(picture)}')`,
      `insert into agency_settings (facts, based_on)
       select '{"heroImage": "${urlOf(picture)}"}', max(id) from agency_settings`,
      `insert into agency_settings (facts, texts, based_on)
       select '{}', '{"en-CA": {"privacy": "![x](${urlOf(picture)})"}}', max(id) from agency_settings`,
      `${show}; delete from services`,
    ];
    for (const before of places) {
      for (const table of ['images', 'storage.objects']) {
        const gone = await database.attempt('owner', `delete from ${table} returning 1`, [], { before });
        expect([before, table, gone]).toEqual([before, table, []]);
      }
    }
  });

  test('an image that only a version shows may be deleted; its files stay, and a restored version has it in the library again', async () => {
    await database.query(add);
    await call('editor', show);
    await call('editor', `update services set hero_image_url = null where id = '${one}'`);
    expect(await usesOf('editor')).toEqual({ 'Café design': 'version' });
    expect(await call('editor', 'delete from images returning id')).toHaveLength(1);
    expect(await call('editor', 'delete from storage.objects returning id')).toEqual([]);
    expect(await orphans()).toBe(0);
    await call('editor', show);
    expect(await imageIds()).toEqual([picture]);
    expect(await usesOf('viewer')).toEqual({ 'Café design': 'now' });
  });

  test('B-550 an image is in use that the published record shows, and one that only its draft shows', async () => {
    await database.query(add);
    await call('editor', show);
    const saveDraft = (url: string | null, draft: number | null) =>
      database.callValue<number>('editor', 'select save_draft($1, $2, $3, 2, $4)', [
        'services',
        one,
        { hero_image_url: url },
        draft,
      ]);
    const draft = await saveDraft(null, null);
    expect(await usesOf('editor')).toEqual({ 'Café design': 'now' });
    await saveDraft(urlOf(picture), draft);
    await database.query(`update services set hero_image_url = null where id = '${one}'`);
    expect(await usesOf('editor')).toEqual({ 'Café design': 'now' });
    expect(await call('editor', 'delete from images returning id')).toEqual([]);
  });

  test('whoever deletes it in Media deletes it from the library too, unless something else shows it', async () => {
    await database.query(
      `${add}; insert into media (service_id, url) values ('${one}', '${urlOf(picture)}')`,
    );
    const after = async (before: string) =>
      database.as(
        'editor',
        async (session) => {
          await session.query('select delete_media(id) from media');
          return session.count('select from images');
        },
        { before },
      );
    expect(await after('')).toBe(0);
    expect(
      await after(`insert into partners (name, logo_url) values ('Kelpbridge', '${urlOf(picture)}')`),
    ).toBe(1);
  });

  test('says who uploaded an image; the name goes with the account', async () => {
    await database.query(`update profiles set full_name = 'Thea Lund' where id = '${testAccounts.editor}'`);
    await database.query(
      `insert into images (id, file, uploaded_by) values ('${picture}', '8x6.webp', '${testAccounts.editor}')`,
    );
    const uploader = async () =>
      (
        await database.attempt<{ name: string }>(
          'viewer',
          'select uploaded_by_name as name from list_images()',
        )
      )[0];
    expect(await uploader()).toEqual({ name: 'Thea Lund' });
    const before = `delete from auth.users where id = '${testAccounts.editor}'`;
    const rows = await database.attempt('viewer', 'select uploaded_by_name as name from list_images()', [], {
      before,
    });
    expect(rows).toEqual([{ name: null }]);
  });
});

describe('B-541 one description for each image', () => {
  test('the first one that a place gives is the image’s; places that have it follow, others keep their own', async () => {
    await database.query(add);
    await call('editor', show);
    expect(await database.column('select alt from images')).toEqual(['The team']);
    await call(
      'editor',
      `insert into media (service_id, url, alt) values ('${one}', '${urlOf(picture)}', 'Our desk')`,
    );
    await call('editor', `update images set alt = 'The team in May'`);
    expect(await database.column('select hero_image_alt from services')).toEqual(['The team in May']);
    expect(await database.column('select alt from media')).toEqual(['Our desk']);
  });

  test('images without one are listed alone', async () => {
    await database.query(`${add}; insert into images (id, file, alt) values ('${idOf(2)}', '8x6.webp', '')`);
    const rows = await database.attempt('viewer', 'select id from list_images(is_undescribed => true)');
    expect(rows).toEqual([{ id: picture }]);
  });
});

describe('B-542 search', () => {
  test.each(['cafe des', 'TEAM.J', 'kelp', 'team in'])('finds an image by “%s”', async (term) => {
    await database.query(`${add}; update images set alt = 'The team in May'; ${show}`);
    await database.query(
      `insert into partners (name, logo_url) values ('Kelpbridge', '${urlOf(picture)}');
       insert into images (id, file, name) values ('${idOf(2)}', '8x6.webp', 'other.jpg')`,
    );
    const found = await database.attempt('viewer', 'select id from list_images($1)', [term]);
    expect(found).toEqual([{ id: picture }]);
  });

  test('shows what is in the trash only to those who may open it, and nothing to accounts without a role', async () => {
    await database.query(`${add}; ${show}`);
    await call('editor', 'delete from services');
    expect(await usesOf('editor')).toEqual({ 'Café design': 'trash' });
    expect(await usesOf('viewer')).toEqual({});
    expect(await database.attempt('waiting', 'select * from list_images()')).toEqual([]);
  });
});

test('B-543 with 10,000 images a first page and a search read at most 1.5 times the pages that they read with 100', async () => {
  const reads = {
    'first page': 'select * from list_images()',
    'without description': `select * from list_images(is_undescribed => true)`,
    'later page': `select * from list_images('', false, now() - interval '40 minutes', gen_random_uuid())`,
    'many are found': `select * from list_images('photo')`,
    'one is found': `select * from list_images('rare-word')`,
    'found by its place': `select * from list_images('cafe design')`,
  };
  async function fill(from: number, to: number): Promise<void> {
    const indexes = await dropIndexes(database, ['images']);
    await database.query(
      `insert into images (id, file, name, alt, created_at)
       select ('00000000-0000-4000-8000-' || lpad(i::text, 12, '0'))::uuid, '800x600.webp',
         case when i = 7 then 'rare-word.jpg' else 'photo-' || md5(i::text) || '.jpg' end,
         case when i % 3 > 0 then 'Description ' || md5((i * 7)::text) end, now() - i * interval '1 minute'
       from generate_series($1::integer, $2::integer) as i`,
      [from, to],
    );
    for (const made of indexes) await database.query(made);
    await database.query('vacuum analyze');
  }
  async function measure(): Promise<number[]> {
    return database.as('editor', async (session) => {
      const pages: number[] = [];
      for (const sql of Object.values(reads)) {
        // warms up what a session looks up once
        for (let time = 0; time < 2; time += 1) await session.query(sql);
        pages.push(await countPagesRead(session, sql));
      }
      return pages;
    });
  }
  await database.query(
    `update services set hero_image_url = '${urlOf('00000000-0000-4000-8000-000000000009')}' where id = '${one}'`,
  );
  await fill(1, 100);
  const small = await measure();
  await fill(101, 10_000);
  const large = await measure();
  const factors = Object.keys(reads).map((title, i) => [
    title,
    (large[i] ?? 0) / (small[i] ?? 1),
    small[i],
    large[i],
  ]);
  expect(factors.filter(([, factor]) => Number(factor) > 1.5)).toEqual([]);
}, 60_000);
