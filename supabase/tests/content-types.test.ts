// Tests that a new type of content needs only a table and one call of private.add_content_type, after which it has what
// case_studies has.
import { beforeAll, expect, test } from 'vitest';
import { readDeclaredSchema } from '../declared/declared-schema.ts';
import { setUpTestDatabase } from './test-database.ts';

const id = 'e0000000-0000-4000-8000-000000000001';
const database = setUpTestDatabase();

beforeAll(async () => {
  await database.query(`
    create table public.probes (
      id uuid primary key default gen_random_uuid(),
      slug text not null unique, title text not null, place text not null default '', body text, cover_url text,
      cover_alt text, is_published boolean not null default false, published_at timestamptz,
      created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
      is_sample boolean not null default false
    );
    select private.add_content_type('probes');
    insert into server_keys (name, value) values ('lead_header', repeat('k', 64));
    insert into media (url) values ('/pictures/one/a.webp');
    insert into probes (id, slug, title, cover_url, is_sample)
      values ('${id}', 'spring', 'Spring', '/pictures/one/a.webp', true)`);
  for (const { sql } of readDeclaredSchema().closing) await database.query(sql);
});

async function one<Value>(sql: string): Promise<Value> {
  return database.value<Value>(`select (${sql}) as value`);
}

/** Without those for columns that only case studies have. */
function guardsOf(table: string): Promise<string[]> {
  return one(`array(
    select replace(found.line, '${table}', 'TABLE') from (
      select pg_get_triggerdef(oid) from pg_trigger where tgrelid = 'public.${table}'::regclass and not tgisinternal
      union all
      select concat_ws(' ', polname, polcmd, polroles::regrole[], pg_get_expr(polqual, polrelid),
        pg_get_expr(polwithcheck, polrelid))
      from pg_policy where polrelid = 'public.${table}'::regclass
      union all
      select acl::text from pg_class, unnest(relacl) as acl where oid = 'public.${table}'::regclass
      union all
      select relrowsecurity || ' ' || relforcerowsecurity from pg_class where oid = 'public.${table}'::regclass
    ) as found (line)
    where found.line !~ 'limit_(body|problem|results)' order by 1)`);
}

test('B-129 a new type of content has the triggers, policies and grants of one that is there', async () => {
  expect(await guardsOf('probes')).toEqual(await guardsOf('case_studies'));
});

test('B-129 a new type of content is previewed, scheduled and restored, and its pictures and samples are known', async () => {
  const opened = await database.attempt<{ title: string }>(
    'viewer',
    `select title from preview_probes(sign_preview('probes', '${id}'))`,
  );
  expect(opened).toEqual([{ title: 'Spring' }]);
  expect(await one(`private.is_picture_used('one/a.webp')`)).toBe(true);
  expect(await one('private.has_samples()')).toBe(true);
  await database.as('editor', async (session) => {
    await session.query(`update probes set is_published = true, published_at = now() + interval '1 day'`);
    await session.query(`select delete_media((select id from media))`);
    expect(await session.query(`select cover_url from probes`)).toEqual([{ cover_url: null }]);
    await session.query(`delete from probes`);
    expect(await session.query(`select kind, name from deleted_content`)).toEqual([
      { kind: 'probes', name: 'Spring' },
    ]);
  });
  await database.query(`update probes set is_published = true, published_at = '2199-01-01'`);
  expect(await one(`extract(year from next_publication())::int`)).toBe(2199);
  await database.query('select remove_samples()');
  expect(await one(`(select count(*)::int from probes)`)).toBe(0);
});

test('a statement that changes no row sends no notification; truncating a table counts as a change of all rows', async () => {
  const rows = await database.query<{ line: string }>(`
    select tgrelid::regclass || ' ' || tgname as line from pg_trigger
    where tgfoid = 'private.notify_table_changed()'::regprocedure and tgtype & 1 = 0 and tgtype & 32 = 0`);
  expect(rows).toEqual([]);
});
