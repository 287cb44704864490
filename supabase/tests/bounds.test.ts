import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testAccounts, setUpTestDatabase, repositoryRoot } from './test-database.ts';

const database = setUpTestDatabase();

test('docs/bounds.md names every table, and what bounds it', async () => {
  // Two tables that the program creates outside of its migrations.
  await database.query('create table if not exists backend.keys (only_row boolean)');
  const rows = await database.column<string>(
    `select relnamespace::regnamespace || '.' || relname as name from pg_class
     where relkind in ('r', 'p', 'm') and relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema')
       and relnamespace::regnamespace::text !~ '^pg_'
     order by 1`,
  );
  const text = readFileSync(join(repositoryRoot, 'docs/bounds.md'), 'utf8');
  const [, tables = ''] = /## Tables\n([\s\S]*?)\n## /.exec(text) ?? [];
  const named = [...tables.matchAll(/^\| `([\w.]+)` \| \S/gm)].map((match) => match[1]);
  expect(named.toSorted()).toEqual(rows.toSorted());
});

test('delete_expired_rows deletes only expired rows, in batches', async () => {
  await database.query(`
    insert into quarantined_leads (name, email, message, created_at, origin)
    select name, name || '@a.example', 'Hello', now() - age, 'api'
    from (values ('old', interval '25 months'), ('older', interval '3 years'), ('new', interval '23 months')) as lead (name, age)`);
  await database.query(`
    insert into owner_links (token_hash, expires_at) values
      (repeat('a', 64), now() - interval '25 hours'), (repeat('b', 64), now() + interval '1 minute')`);
  await database.query(`
    insert into auth.users (id, email, created_at, email_confirmed_at, last_sign_in_at, invited_at)
    select gen_random_uuid(), name || '@gone.example', now() - age, confirmed, null, invited
    from (values
      ('forgotten', interval '31 days', null::timestamptz, null::timestamptz),
      ('waiting', interval '29 days', null, null),
      ('confirmed', interval '31 days', now(), null),
      ('invited', interval '31 days', null, now())
    ) as account (name, age, confirmed, invited)`);
  const names = () =>
    database.column<string>(`
        select name from quarantined_leads union all select left(token_hash, 1) from owner_links
        union all select split_part(email, '@', 1) from auth.users where email like '%@gone.example' order by 1`);
  const clean = (most: number) => database.call('server', 'select delete_expired_rows($1)', [most]);
  await clean(1);
  expect(await names()).toEqual(['b', 'confirmed', 'invited', 'new', 'old', 'waiting']);
  await clean(10);
  expect(await names()).toEqual(['b', 'confirmed', 'invited', 'new', 'waiting']);
  const rows = await database.query('select from auth.users where id = any ($1)', [
    Object.values(testAccounts),
  ]);
  expect(rows).toHaveLength(Object.keys(testAccounts).length);
});
