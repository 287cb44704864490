import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { removeRestoredData } from '../../src/backup/remove-restored-data.ts';
import { restoreBackup } from '../../src/backup/restore-backup.ts';
import { migrateDatabase } from '../../src/database/migrate-database.ts';
import { toMigration, type MigrationSet } from '../../src/database/migration-files.ts';
import { readMigrationSets } from '../../src/read-migration-sets.ts';
import { queryRows } from '../query-rows.ts';
import { passphrase } from './archive-entries.ts';
import { reopen, setUpBackedUpServer } from './backed-up-server.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const { root, server, query, backUp } = setUpBackedUpServer(0o777);
const restored = join(root, 'restored');
const archive = join(root, 'archive');
let sets: MigrationSet[];

const project = `
  create table leads (id int primary key, name text, note text default lower('X'), check (name <> ''));
  create table sources (name text, find text);
  insert into sources values ('leads', 'find_leads');
  create function note() returns trigger language plpgsql security definer as $$ begin return new; end $$;
  create trigger note before insert on leads for each row execute function note();
  create view names as select name from leads;
  alter table leads enable row level security;
  create policy all_of_it on leads using (true);
  create index names_of_leads on leads (lower(name));`;

/** Each is executed by a session of the server, or gives it rights. */
const added: [sql: string, name: string][] = [
  [
    `create function evil() returns trigger language plpgsql security definer as $$ begin return new; end $$`,
    'function public.evil() (runs as postgres)',
  ],
  [
    'create trigger evil after insert on leads for each row execute function evil()',
    'trigger public.leads.evil',
  ],
  [
    `create or replace function note() returns trigger language plpgsql security definer as
     $$ begin new.note := 'x'; return new; end $$`,
    'function public.note() (changed) (runs as postgres)',
  ],
  [
    `create function starts() returns event_trigger language plpgsql as $$ begin end $$`,
    'function public.starts()',
  ],
  [
    'create event trigger evil_start on ddl_command_end execute function starts()',
    'event trigger evil_start',
  ],
  ['create rule evil as on update to leads do also notify x', 'rule or view public.leads.evil'],
  [
    'create or replace view names as select upper(name) as name from leads',
    'view public.names (changed) (runs as postgres)',
  ],
  [`alter table leads alter note set default upper('x')`, 'default of public.leads.note (changed)'],
  [
    'alter table leads add evil text generated always as (upper(name)) stored',
    'default of public.leads.evil',
  ],
  [`alter table leads add constraint evil check (upper(name) <> 'EVIL')`, 'check public.leads.evil'],
  ['create index evil on leads (upper(name))', 'index public.evil'],
  [
    `drop policy all_of_it on leads; create policy all_of_it on leads using (name <> 'x')`,
    'policy public.leads.all_of_it (changed)',
  ],
  ['create statistics evil on (upper(name)), (lower(name)) from leads', 'statistics public.leads evil'],
  [`create domain evil_text as text default 'x'`, 'type public.evil_text'],
  [
    `create function is_evil(text, int) returns boolean language sql as 'select true'`,
    'function public.is_evil(text,integer)',
  ],
  [
    'create operator public.=== (function = is_evil, leftarg = text, rightarg = int)',
    'operator public.===(text,integer)',
  ],
  [
    `create function as_json(leads) returns json language sql as 'select to_json($1.name)'`,
    'function public.as_json(public.leads)',
  ],
  ['create cast (leads as json) with function as_json(leads)', 'cast public.leads json'],
  ['create publication evil', 'publication evil'],
  ['alter publication evil add table leads where (id > 1)', 'table of a publication evil public.leads'],
  ['create extension hstore', 'extension hstore'],
  ['create role evil superuser', 'role evil'],
  ['grant pg_execute_server_program to anon', 'membership of anon pg_execute_server_program'],
  ['alter role evil set search_path = evil', 'setting evil'],
  ['create database evil', 'database evil'],
  // The rights on it are its owner's matter.
  [
    'create schema cron; create table cron.job (command text); grant all on cron.job to anon',
    'scheduled jobs cron.job',
  ],
  ['alter table leads disable row level security', 'rights on table public.leads (changed)'],
  ['grant insert on sources to authenticator', 'rights on table public.sources (changed)'],
  ['grant select (name) on sources to anon', 'rights on column public.sources.name'],
  ['grant execute on function note() to authenticator', 'rights on function public.note() (changed)'],
  ['grant create on schema public to anon', 'rights on schema public (changed)'],
  ['grant create on database postgres to anon', 'rights on database postgres (changed)'],
  ['grant set on parameter log_statement to anon', 'rights on setting log_statement'],
  ['alter default privileges for role anon grant select on tables to authenticated', 'default rights anon r'],
  ['alter role anon bypassrls', 'role anon (changed)'],
  [
    `update sources set find = 'pg_read_file'`,
    'row of public.sources {"name":"leads","find":"pg_read_file"}',
  ],
];

beforeAll(async () => {
  const own = await readMigrationSets({ folder: join(root, 'none'), migrationsEnabled: false });
  sets = [
    ...own.filter(({ source }) => source === 'backend'),
    { source: 'project', migrations: [toMigration('1_leads.sql', project)] },
  ];
  await migrateDatabase(server.connection, sets);
  for (const [sql] of added) await query(sql);
  const template = { ...server.connection, database: 'template1' };
  await queryRows(template, `create function evil() returns int language sql as 'select 1'`);
  await backUp(archive);
});

function restore(accept: (foreign: string[]) => boolean) {
  const inspect = {
    sets,
    executedTables: ['public.sources'],
    accept: async (found: string[]) => accept(found),
  };
  return restoreBackup({ source: createReadStream(archive), passphrase, dataDir: restored, inspect });
}

test('B-278 a restore names all code that no migration makes, by its definition, and keeps nothing unless it is accepted', async () => {
  let named: string[] = [];
  const refused = restore((found) => {
    named = found;
    return false;
  });
  await expect(refused).rejects.toThrow(
    /code that is not from this program.*nothing was kept.*--accept-code/,
  );
  expect(existsSync(restored)).toBe(false);
  // What the migrations make is not named, nor what an extension brings more than once.
  const others = named.filter(
    (name) =>
      !/hstore|tconvert|populate_record|each\(|keys\(|vals\(|_ops/.test(name) || name === 'extension hstore',
  );
  expect(others.toSorted()).toEqual(
    [...added.map(([, name]) => name), 'function public.evil() in template1'].toSorted(),
  );
});

test('B-278 code in a backup is restored if the operator accepts it @audit', async () => {
  await restore(() => true);
  const [row] = await reopen(restored, (select) =>
    select(`select count(*)::int as count from pg_trigger where tgname = 'evil'`),
  );
  expect(row).toEqual({ count: 1 });
  removeRestoredData(restored);
});

test('B-278 functions in pg_catalog are refused, because any query might call them @audit', async () => {
  await query(`create function pg_catalog.quote_ident(name) returns text language sql as 'select ''x'''`);
  const hidden = join(root, 'hidden');
  await backUp(hidden);
  await expect(
    restoreBackup({ source: createReadStream(hidden), passphrase, dataDir: restored }),
  ).rejects.toThrow(/pg_catalog that PostgreSQL did not put there \(quote_ident\)/);
  expect(existsSync(restored)).toBe(false);
});
