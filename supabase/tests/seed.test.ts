import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createTestDatabase, repositoryRoot, setUpTestDatabase } from './test-database.ts';

const seeds = ['seed.sql', 'sample-leads.sql', 'published-samples.sql'];
const database = setUpTestDatabase(seeds);
const { column } = database;
const tables = [
  'categories',
  'partners',
  'services',
  'apps',
  'app_media',
  'media',
  'posts',
  'case_studies',
  'leads',
  'lead_messages',
];

async function everything(): Promise<string> {
  const parts: unknown[] = [];
  for (const table of tables)
    parts.push(await column(`select jsonb_agg(t order by t.id) from ${table} as t`));
  parts.push(await column(`select jsonb_agg(t order by t.status) from lead_totals as t`));
  return JSON.stringify(parts);
}

describe('the sample content', () => {
  test('loading the samples twice changes nothing', async () => {
    const before = await everything();
    for (const seed of seeds)
      await database.query(readFileSync(join(repositoryRoot, 'supabase', seed), 'utf8'));
    expect(await everything()).toBe(before);
  });

  test('every record is marked as a sample, and removing the samples leaves none', async () => {
    for (const table of tables) {
      expect([table, await column(`select count(*) from ${table} where not is_sample`)]).toEqual([
        table,
        ['0'],
      ]);
    }
    await database.query('begin');
    for (const table of tables.toReversed()) await database.query(`delete from ${table} where is_sample`);
    expect(await column(`select sum(total) from lead_totals`)).toEqual(['0']);
    await database.query('rollback');
  });

  test('P-27 P-34 seven services published, newest first, one draft', async () => {
    expect(
      await column(`select name from services where is_published order by created_at desc, id desc`),
    ).toEqual([
      'Accessible Remediation',
      'Pay Per Results SEO',
      'Winning Websites',
      'Email Marketing',
      'Review Generation & Reputation',
      'Accessibility Audit',
      'Paid Search & Social',
    ]);
    expect(await column(`select name from services where not is_published`)).toEqual([
      'Conversion & Analytics',
    ]);
  });

  test('P-44 P-45 P-50 four apps with more than four chips, pictures with alt text, one without a demo', async () => {
    expect(await column(`select name from apps order by created_at desc`)).toEqual([
      'Ringcheck',
      'Leadline',
      'Harbour Reviews',
      'Plainform',
    ]);
    expect(
      await column(`select name from apps where cardinality(feature_chips) not between 5 and 6`),
    ).toEqual([]);
    expect(await column(`select name from apps where demo_url is null`)).toEqual(['Harbour Reviews']);
    expect(
      await column(
        `select a.name from apps a left join app_media m on m.app_id = a.id and m.alt <> ''
         group by a.name having count(m.id) not between 2 and 3`,
      ),
    ).toEqual([]);
  });

  test('every picture of the samples is a file of the site', async () => {
    const urls = await column(`
      select url from app_media union select url from media union select logo_url from apps
      union select hero_image_url from services where hero_image_url is not null
      union select cover_url from posts where cover_url is not null`);
    expect(urls.length).toBeGreaterThan(15);
    expect(urls.filter((url) => !existsSync(join(repositoryRoot, 'site', 'public', String(url))))).toEqual(
      [],
    );
  });

  test('six posts with a hook, sections, a checklist and a next step, and no raw markup', async () => {
    const rows = await database.query<{ slug: string; body: string }>(
      `select slug, body from posts where is_published`,
    );
    expect(rows).toHaveLength(6);
    for (const { slug, body } of rows) {
      const headings = [...body.matchAll(/^## (.+)$/gm)].map((match) => match[1]);
      expect([slug, headings.slice(-2)]).toEqual([slug, ['Checklist', 'What to do next']]);
      expect(headings.length - 2).toBeGreaterThanOrEqual(4);
      expect(body.startsWith('## ')).toBe(false);
      expect(body).not.toMatch(/<[a-z/!]/i);
    }
  });

  test('B-82 case studies are published in local mode alone: anywhere else they are drafts', async () => {
    expect(await column(`select is_published from case_studies`)).toEqual([true, true, true]);
    const elsewhere = createTestDatabase(['seed.sql']);
    await elsewhere.start();
    const rows = await elsewhere.query(`select is_published from case_studies`);
    await elsewhere.close();
    expect(rows).toEqual([{ is_published: false }, { is_published: false }, { is_published: false }]);
  });

  test('B-82 case studies have a client, a problem, results with numbers, and services that there are', async () => {
    const rows = await database.query<{ parts: number }>(`
      select (client <> '')::int + (problem <> '')::int + (body <> '')::int
        + (cardinality(results) >= 2 and not exists (select from unnest(results) as r where r !~ '^[0-9]'))::int
        + (service_ids <@ array(select id from services where is_published))::int as parts
      from case_studies`);
    expect(rows).toEqual([{ parts: 5 }, { parts: 5 }, { parts: 5 }]);
  });

  test('the descriptions of the samples have three paragraphs', async () => {
    expect(
      await column(
        `select slug from services where cardinality(string_to_array(description, e'\\n\\n')) <> 3`,
      ),
    ).toEqual([]);
  });
});

describe('the sample leads', () => {
  test('twelve, in every status, with the odd ones out', async () => {
    expect(await column(`select count(*) from leads`)).toEqual(['12']);
    expect(await column(`select distinct status from leads order by 1`)).toHaveLength(5);
    expect(await column(`select name from leads where message is null`)).toHaveLength(1);
    expect(await column(`select name from leads where char_length(message) = 2000`)).toHaveLength(1);
    expect(await column(`select name from leads where locale = 'fr-CA'`)).toHaveLength(1);
    expect(await column(`select name from leads where stripe_customer_id like 'practice\\_%'`)).toHaveLength(
      1,
    );
    expect(await column(`select name from leads where reply_count = 6`)).toHaveLength(1);
  });

  test('the reply counts, dates and totals are those of the threads', async () => {
    expect(
      await column(
        `select l.name from leads l
         left join lead_messages m on m.lead_id = l.id and m.sender_type = 'admin'
         group by l.id
         having l.reply_count <> count(m.id) or l.last_reply_at is distinct from max(m.created_at)`,
      ),
    ).toEqual([]);
    expect(
      await column(
        `select t.status from lead_totals t where t.total <> (select count(*) from leads l where l.status = t.status)`,
      ),
    ).toEqual([]);
  });

  test('no real persons: addresses end in .example, numbers are 555-01xx', async () => {
    expect(await column(`select email from leads where email not like '%.example'`)).toEqual([]);
    expect(await column(`select phone from leads where phone !~ '555-01\\d\\d$'`)).toEqual([]);
  });
});
