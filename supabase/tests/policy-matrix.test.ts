import { beforeAll, describe, expect, test } from 'vitest';
import { setUpTestDatabase, catchErrorCode, type CallerName } from './test-database.ts';
import { policyAttempts, policyFixtureSql } from './policy-fixture.ts';
import { callableFunctions } from './callable-functions.ts';
import { policyCallers, policyMatrix } from './policy-matrix.ts';
import { writableColumns } from './writable-columns.ts';

const database = setUpTestDatabase();

beforeAll(async () => {
  await database.query(policyFixtureSql);
});

const [, ...rows] = policyMatrix
  .trim()
  .split(/\n+/)
  .map((line) => line.split(/\s+/))
  .flatMap(([table = '', verbs = '', ...results]) =>
    verbs.split(',').map((verb): string[] => [table, verb, ...results]),
  );

function statement(table: string, verb: string): string {
  const attempt = policyAttempts[table];
  if (attempt === undefined) throw new Error(`policy-fixture.ts tries nothing on ${table}`);
  if (verb === 'select') return `select * from public.${table}`;
  if (verb === 'insert') return `insert into public.${table} ${attempt.insert}`;
  return verb === 'update' ? `update public.${table} set ${attempt.update}` : `delete from public.${table}`;
}

async function outcome(table: string, verb: string, caller: CallerName): Promise<string> {
  // An anonymous account has no rights even while sign-up is open.
  const open = caller === 'anonymous' ? `update public.settings set sign_up_mode = 'open';` : '';
  const before = open + (verb === 'insert' ? (policyAttempts[table]?.before ?? '') : '');
  let count: number | null = null;
  const run = database.as(
    caller,
    async (session) => {
      count = await session.count(statement(table, verb));
    },
    { before },
  );
  const code = await catchErrorCode(run);
  return code === null ? String(count) : code === '42501' ? 'no' : code;
}

describe('P-152 P-153 P-154 G-4 G-35 who reads and writes what', () => {
  test.each(rows.map(([table = '', verb = '', ...expected]) => ({ table, verb, expected })))(
    'each kind of caller has its result for: $table $verb',
    async ({ table, verb, expected }) => {
      const seen: string[] = [];
      for (const caller of policyCallers) seen.push(await outcome(table, verb, caller));
      expect(Object.fromEntries(policyCallers.map((caller, i) => [caller, seen[i]]))).toEqual(
        Object.fromEntries(policyCallers.map((caller, i) => [caller, expected[i]])),
      );
    },
  );

  test('a banned and a deleted account have no role, even with a row in staff', async () => {
    for (const caller of ['banned', 'deleted'] as const) {
      expect(await outcome('leads', 'select', caller)).toBe('0');
      expect(await outcome('services', 'select', caller)).toBe('2');
    }
  });
});

describe('G-35 deny by default', () => {
  async function tables(): Promise<{ name: string; secured: boolean }[]> {
    return database.query<{ name: string; secured: boolean }>(
      `select relname as name, relrowsecurity and relforcerowsecurity as secured
       from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
       order by relname`,
    );
  }

  test('every table is in the matrix with all four operations, and in the list of writable columns', async () => {
    const wanted = (await tables()).flatMap(({ name }) =>
      ['select', 'insert', 'update', 'delete'].map((verb) => `${name} ${verb}`),
    );
    expect(rows.map(([table, verb]) => `${table} ${verb}`).sort()).toEqual(wanted.sort());
    expect(Object.keys(writableColumns).sort()).toEqual((await tables()).map(({ name }) => name));
  });

  test('every table has row level security, enabled and forced', async () => {
    expect((await tables()).filter(({ secured }) => !secured)).toEqual([]);
  });

  test('G-36 an account writes these columns and no others; a visitor the six of a lead, and a report of a barrier', async () => {
    const found = await database.query<{
      role: string;
      table: string;
      insert: string;
      update: string;
    }>(
      `select r.rolname as role, c.relname as table,
         coalesce(string_agg(a.attname, ' ' order by a.attname)
           filter (where has_column_privilege(r.oid, c.oid, a.attnum, 'insert')), '') as insert,
         coalesce(string_agg(a.attname, ' ' order by a.attname)
           filter (where has_column_privilege(r.oid, c.oid, a.attnum, 'update')), '') as update
       from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       cross join pg_roles r
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and r.rolname in ('anon', 'authenticated')
       group by 1, 2`,
    );
    const listed = (role: string) =>
      Object.fromEntries(
        found
          .filter((row) => row.role === role)
          .map((row) => [row.table, { insert: row.insert, update: row.update }]),
      );
    expect(listed('authenticated')).toEqual(writableColumns);
    const nothing = { insert: '', update: '' };
    expect(listed('anon')).toEqual({
      ...Object.fromEntries(Object.keys(writableColumns).map((table) => [table, nothing])),
      leads: { insert: writableColumns['leads']?.insert, update: '' },
      accessibility_feedback: { insert: writableColumns['accessibility_feedback']?.insert, update: '' },
    });
  });

  test.each(['anon', 'authenticated'] as const)(
    '%s calls the named functions and no others',
    async (role) => {
      const found = await database.column<string>(
        `select n.nspname || '.' || p.proname as name
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname in ('public', 'private') and has_function_privilege($1, p.oid, 'execute')
       order by 1`,
        [role],
      );
      expect(found).toEqual(callableFunctions[role]);
    },
  );

  test("every function with its owner's rights has an empty search path", async () => {
    const found = await database.query(
      `select proname from pg_proc
       where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
         and prosecdef and not coalesce(proconfig @> array['search_path=""'], false)`,
    );
    expect(found).toEqual([]);
  });

  test('only the server may use schema private by name, truncate, or create triggers and references', async () => {
    const found = await database.query(
      `select c.relname, r.rolname
       from pg_class c cross join pg_roles r
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'S')
         and r.rolname in ('anon', 'authenticated')
         and has_table_privilege(r.oid, c.oid, 'truncate, trigger, references')
       union all
       select 'private', r.rolname from pg_roles r
       where r.rolname in ('anon', 'authenticated') and has_schema_privilege(r.oid, 'private', 'usage, create')`,
    );
    expect(found).toEqual([]);
  });
});
