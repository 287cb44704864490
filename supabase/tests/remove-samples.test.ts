import { expect, test } from 'vitest';
import { setUpTestDatabase } from './test-database.ts';

const database = setUpTestDatabase(['seed.sql', 'sample-leads.sql']);
const { call, callError, column } = database;

test.each(['visitor', 'editor', 'owner'] as const)('G-35 a %s removes no samples', async (caller) => {
  expect(await callError(caller, 'select * from remove_samples()')).toBe('42501');
});

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

test('G-25 what the server changes stays a sample; what an account has changed is no longer one', async () => {
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
  // The media of a service that stays, of one that was edited, and of one that a lead refers to.
  expect(kept['media']).toHaveLength(3);
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
