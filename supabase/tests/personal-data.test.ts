// Tests that private.personal_data defines for each column that can contain text how an erasure treats it.
import { expect, test } from 'vitest';
import { setUpTestDatabase } from './test-database.ts';

const database = setUpTestDatabase();

/** Created by the program outside of its migrations; they contain keys and file names. */
const madeByProgram = new Set(['backend.keys', 'backend.migrations']);

/** All columns except numbers, times, ids and booleans. */
async function textColumns(): Promise<string[]> {
  const rows = await database.query<{ table_name: string; name: string }>(
    `select n.nspname || '.' || c.relname as table_name, a.attname as name
     from pg_attribute a
     join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p', 'm')
     join pg_namespace n on n.oid = c.relnamespace
     join pg_type t on t.oid = a.atttypid
     left join pg_type element on element.oid = t.typelem and t.typcategory = 'A'
     where n.nspname in ('public', 'private', 'auth', 'backend', 'storage', 'realtime')
       and a.attnum > 0 and not a.attisdropped
       and coalesce(nullif(element.typcategory, ''), t.typcategory) not in ('N', 'B', 'D', 'T', 'E')
       and coalesce(element.typname, t.typname) not in ('uuid', 'oid')
     order by 1, 2`,
  );
  return rows
    .filter(({ table_name: table }) => !madeByProgram.has(table))
    .map(({ table_name: table, name }) => `${table} ${name}`);
}

test('B-70 every column that can hold text is listed in private.personal_data; a migration that adds one inserts it there', async () => {
  const listed = await database.column<string>(
    `select table_name || ' ' || column_name as column from private.personal_data`,
  );
  const wanted = await textColumns();
  const lines = wanted
    .filter((column) => !listed.includes(column))
    .map((column) => {
      const [table, name] = column.split(' ');
      return `insert into private.personal_data values ('${table}', '${name}', 'words'); -- or none, row, published, account, expires`;
    });
  expect(lines).toEqual([]);
  expect(listed.filter((column) => !wanted.includes(column))).toEqual([]);
});

test('B-70 a column that is not listed as personal data or as free of it is reported', async () => {
  await database.query('create table public.case_notes (id uuid, words text, facts jsonb, tags text[])');
  const rows = await database.column<string>(
    `select table_name || ' ' || column_name as column from private.personal_data`,
  );
  const listed = new Set(rows);
  expect((await textColumns()).filter((column) => !listed.has(column))).toEqual([
    'public.case_notes facts',
    'public.case_notes tags',
    'public.case_notes words',
  ]);
  await database.query('drop table public.case_notes');
});

test('B-70 a table whose rows go with a person belongs to a source, whose functions exist', async () => {
  const rows = await database.query<{ table_name: string }>(
    `select distinct table_name from private.personal_data
     where reach = 'row' and table_name <> all (select unnest(tables) from private.person_sources) order by 1`,
  );
  expect(rows).toEqual([]);
  const broken = await database.query<{ name: string }>(
    `select name from private.person_sources
     where to_regprocedure(find || '(private.contacts, uuid[])') is null and find is not null
       or to_regprocedure(erase || '(private.contacts, uuid[], timestamptz)') is null and erase is not null
       or exists (select from unnest(tables) as listed where to_regclass(listed) is null)`,
  );
  expect(broken).toEqual([]);
});

test('B-71 an index of contact_keys has every column in which a person is looked for', async () => {
  const rows = await database.query<{ table_name: string; missing: string[] }>(
    `select data.table_name, array_agg(data.column_name order by data.column_name) filter (
         where pg_get_indexdef(made.indexrelid, 1, false) !~ ('\\m' || data.column_name || '\\M')
       ) as missing
     from private.personal_data as data
     join pg_index as made on made.indrelid = to_regclass(data.table_name)
     where data.reach in ('words', 'published')
       and pg_get_indexdef(made.indexrelid, 1, false) like 'private.contact_keys(%'
     group by data.table_name order by 1`,
  );
  // With this index, find_person() and erase_person() find rows of other people that name the person.
  expect(rows).toEqual(
    ['public.lead_messages', 'public.lead_notes', 'public.leads', 'public.received_mails'].map((table) => ({
      table_name: table,
      missing: null,
    })),
  );
});
