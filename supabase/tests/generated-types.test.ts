import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { toClientConfig } from '@fairlead/backend/database';
import { startCluster } from '@fairlead/backend/testing';
import { renderDatabaseTypes } from '../render-database-types.ts';
import { readDatabaseCatalog } from '../read-database-catalog.ts';
import { renderMailKinds } from '../render-mail-kinds.ts';
import { catchErrorCode, setUpTestDatabase, repositoryRoot } from './test-database.ts';

const database = setUpTestDatabase();

test('P-146…P-151 the types and kinds of mail of the site are those of the database (else: npm run types)', async () => {
  const client = new Client({ connectionString: database.address });
  await client.connect();
  const types = renderDatabaseTypes(await readDatabaseCatalog(client));
  const kinds = await renderMailKinds(client);
  await client.end();
  const read = (name: string) => readFileSync(join(repositoryRoot, 'site/app/data', name), 'utf8');
  expect(read('database-types.ts')).toBe(types);
  expect(read('mail-kinds.ts')).toBe(kinds);
});

test('types know views, enums, composite types and arguments that may be null, of any project', async () => {
  const cluster = await startCluster();
  const client = new Client(toClientConfig(await cluster.createDatabase()));
  await client.connect();
  try {
    await client.query(`
      create type mood as enum ('calm', 'not so');
      create type town as (city text, mood mood);
      create table notes (id int primary key, mood mood not null, at town);
      create view calm_notes as select id, mood from notes;
      create function find_notes(wanted mood, most int default 9) returns setof notes language sql as 'select * from notes';
      create function double(n int) returns int language sql strict return n * 2;`);
    const types = renderDatabaseTypes(await readDatabaseCatalog(client)).replaceAll(/\s+/g, ' ');
    for (const part of [
      `mood: Database['public']['Enums']['mood'];`,
      `at: Database['public']['CompositeTypes']['town'] | null;`,
      `Views: { calm_notes: { Row: { id: number | null; mood: Database['public']['Enums']['mood'] | null; }; Relationships: []; }; };`,
      `find_notes: { Args: { wanted: Database['public']['Enums']['mood'] | null; most?: number | null };`,
      `double: { Args: { n: number }; Returns: number; };`,
      `Enums: { mood: 'calm' | 'not so'; };`,
      `CompositeTypes: { town: { city: string | null; mood: Database['public']['Enums']['mood'] | null }; };`,
    ])
      expect(types).toContain(part);
  } finally {
    await client.end();
    await cluster.stop();
  }
});

const entities: Record<string, string> = {
  services:
    'id name slug short_pitch description hero_image_url feature_chips pricing_json is_published created_at category_id',
  categories: 'id name',
  apps: 'id name slug short_pitch description logo_url category platforms feature_chips demo_url is_published created_at',
  app_media: 'id app_id kind url alt sort_order created_at',
  media: 'id kind url alt created_at service_id',
  posts: 'id slug title excerpt cover_url is_published published_at',
  leads:
    'id name email company phone message service_id status created_at reply_count last_reply_at stripe_customer_id stripe_synced_at',
  lead_messages: 'id lead_id message sender_type created_at',
  profiles: 'id full_name email updated_at',
};

test.each(Object.entries(entities))(
  'P-146…P-151 %s has the fields of the specification',
  async (table, fields) => {
    const rows = await database.column<string>(
      `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1`,
      [table],
    );
    expect(rows).toEqual(expect.arrayContaining(fields.split(' ')));
  },
);

test('the text of a service or an app is plain or Markdown, and nothing else', async () => {
  for (const table of ['services', 'apps'])
    for (const [format, code] of [
      ['markdown', null],
      ['html', '23514'],
      ['', '23514'],
      [null, '23502'],
    ]) {
      const writing = database.query(
        `insert into ${table} (name, slug, text_format) values ('A', 'a-' || gen_random_uuid(), $1)`,
        [format],
      );
      expect([table, format, await catchErrorCode(writing)]).toEqual([table, format, code]);
    }
});
