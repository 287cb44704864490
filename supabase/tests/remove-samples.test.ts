import { describe, expect, test } from 'vitest';
import { setUpTestDatabase } from './test-database.ts';

const database = setUpTestDatabase(['seed.sql', 'sample-leads.sql']);
const { call, callError, column } = database;

test.each(['visitor', 'editor', 'owner'] as const)(
  'G-35 a caller of kind %s cannot remove the samples',
  async (caller) => {
    expect(await callError(caller, 'select * from remove_samples()')).toBe('42501');
  },
);

/** Edits one sample of each table. */
const edits = [
  ['services', `name = 'Our Audit' where slug = 'accessibility-audit'`],
  ['apps', `demo_url = 'https://leadline.example' where slug = 'leadline'`],
  ['posts', `excerpt = 'Ours' where id = (select id from posts order by id limit 1)`],
  ['case_studies', `excerpt = 'Ours' where id = (select id from case_studies order by id limit 1)`],
  ['partners', `sort_order = 9 where name = 'Moosewick Dental'`],
  ['categories', `name = 'Letters' where id = 'c0000000-0000-4000-8000-000000000004'`],
  ['media', `alt = 'Our picture' where url = '/samples/paid-search-social-hero.webp'`],
  ['app_media', `alt = 'Our screen' where id = (select id from app_media order by id limit 1)`],
] as const;

test('G-25 a sample that the server changes stays a sample; one that an account changes does not', async () => {
  for (const [table, edit] of edits) {
    const update = `update ${table} set ${edit} returning is_sample`;
    expect([table, await call('server', update)]).toEqual([table, [{ is_sample: true }]]);
    expect([table, await call('editor', update)]).toEqual([table, [{ is_sample: false }]]);
  }
});

test('G-25 edited samples stay, and so does what own content or the lead of a visitor refers to', async () => {
  const [winning, seo] = ['winning-websites', 'pay-per-results-seo'].map(
    (slug) => `(select id from services where slug = '${slug}')`,
  );
  await call('editor', `insert into media (service_id, url) values (${winning}, '/own.webp')`);
  await call(
    'server',
    `insert into leads (name, email, service_id) values ('Ana', 'ana@roy.example', ${seo})`,
  );
  await call(
    'editor',
    `insert into app_media (app_id, url) values ((select id from apps where slug = 'ringcheck'), '/own.webp')`,
  );
  const rows = await call('server', 'select * from remove_samples()');
  const kept = Object.fromEntries(rows.map((row) => [row['relation'], row['kept']]));
  expect(kept).toMatchObject({
    leads: [],
    lead_messages: [],
    partners: [],
    posts: [],
    case_studies: [],
    apps: ['Ringcheck'],
    services: ['Paid Search & Social', 'Pay Per Results SEO', 'Winning Websites'],
    categories: ['Accessibility', 'Search', 'Websites'],
  });
  // The media of a service that stays, and of one that a lead refers to.
  expect(kept['media']).toHaveLength(2);
  expect(await column('select name from services order by 1')).toEqual([
    'Our Audit',
    'Paid Search & Social',
    'Pay Per Results SEO',
    'Winning Websites',
  ]);
  expect(await column('select name from apps order by 1')).toEqual(['Leadline', 'Ringcheck']);
  expect(await column('select name from partners')).toEqual(['Moosewick Dental']);
  expect(await column('select excerpt from posts')).toEqual(['Ours']);
  expect(await column('select excerpt from case_studies')).toEqual(['Ours']);
  expect(await column('select name from leads')).toEqual(['Ana']);
  expect(await column(`select url from media where url = '/own.webp'`)).toHaveLength(1);
});

describe('B-410 a renamed sample keeps nothing of the sample', () => {
  const fresh = setUpTestDatabase(['seed.sql']);
  const rows = (sql: string) => fresh.query(sql);
  const service = (slug: string) => `(select id from services where slug = '${slug}')`;

  test('renaming a sample removes its pictures and features; other edits before that change nothing', async () => {
    const slug = 'paid-search-social';
    const read = `select name, hero_image_url, hero_image_alt, feature_chips, is_sample from services where slug = '${slug}'`;
    await fresh.call('editor', `update services set short_pitch = 'Ours' where slug = '${slug}'`);
    const [edited] = await rows(read);
    expect(edited).toMatchObject({
      hero_image_url: '/samples/paid-search-social-hero.webp',
      is_sample: false,
    });
    expect(edited?.['feature_chips']).toHaveLength(3);
    await fresh.call(
      'editor',
      `update services set feature_chips = feature_chips || '{Ours}' where slug = '${slug}'`,
    );
    await fresh.call('editor', `update services set name = 'Google Ads' where slug = '${slug}'`);
    expect(await rows(read)).toEqual([
      {
        name: 'Google Ads',
        hero_image_url: null,
        hero_image_alt: null,
        feature_chips: ['Ours'],
        is_sample: false,
      },
    ]);
    expect(await rows(`select url from media where service_id = ${service(slug)}`)).toEqual([]);
  });

  test('values that are entered together with the new name are kept, and so are uploaded pictures', async () => {
    const slug = 'winning-websites';
    await fresh.call('editor', `insert into media (service_id, url) values (${service(slug)}, '/own.webp')`);
    await fresh.call(
      'editor',
      `update services set name = 'Our Sites', hero_image_url = '/own.webp', feature_chips = '{WCAG 2.2 AA}' where slug = '${slug}'`,
    );
    expect(await rows(`select hero_image_url, feature_chips from services where slug = '${slug}'`)).toEqual([
      { hero_image_url: '/own.webp', feature_chips: ['WCAG 2.2 AA'] },
    ]);
    expect(await rows(`select url from media where service_id = ${service(slug)}`)).toEqual([
      { url: '/own.webp' },
    ]);
  });

  test('apps lose their screenshots and logo, articles their cover; earlier versions still have them', async () => {
    await fresh.call('editor', `update apps set name = 'Our App' where slug = 'ringcheck'`);
    expect(await rows(`select logo_url, feature_chips from apps where slug = 'ringcheck'`)).toEqual([
      { logo_url: null, feature_chips: [] },
    ]);
    const app = `(select id from apps where slug = 'ringcheck')`;
    expect(await rows(`select url from app_media where app_id = ${app}`)).toEqual([]);
    const first = `select jsonb_array_length(record -> 'screenshots') as screenshots, record ->> 'logo_url' as logo
      from content_versions where record_id = ${app} and version = 1`;
    expect(await rows(first)).toEqual([{ screenshots: 3, logo: '/samples/ringcheck-logo.svg' }]);
    await fresh.call('editor', `update posts set title = 'Ours' where cover_url like '/samples/%'`);
    expect(await rows(`select cover_url from posts where title = 'Ours'`)).toEqual([{ cover_url: null }]);
  });

  test('a new name that the server or a service key writes, and any name of own content, removes nothing', async () => {
    await fresh.call('server', `update services set name = 'Mail' where slug = 'email-marketing'`);
    expect(await rows(`select feature_chips from services where slug = 'email-marketing'`)).not.toEqual([
      { feature_chips: [] },
    ]);
    await fresh.call(
      'editor',
      `insert into services (name, slug, feature_chips) values ('A', 'a', '{Keyword plan}')`,
    );
    await fresh.call('editor', `update services set name = 'B' where slug = 'a'`);
    expect(await rows(`select feature_chips from services where slug = 'a'`)).toEqual([
      { feature_chips: ['Keyword plan'] },
    ]);
  });

  test('with the samples go the pictures of edited services, except those that they show', async () => {
    await fresh.call('editor', `update services set short_pitch = 'Ours' where slug = 'accessibility-audit'`);
    await fresh.call('server', 'select * from remove_samples()');
    expect(await rows('select url from media')).toEqual([{ url: '/own.webp' }]);
  });
});
