import type { ClientBase } from 'pg';

interface Column {
  name: string;
  type: string;
  isRequired: boolean;
  /** The values that a check lists. */
  choices: string[] | null;
}

interface EmptyTable {
  name: string;
  columns: Column[];
  /** Column names by constraint. */
  checks: Record<string, string[]>;
}

const emptyTablesSql = `
  select c.oid::regclass::text as name,
    (select jsonb_agg(jsonb_build_object(
        'name', a.attname, 'type', t.typname, 'isRequired', a.attnotnull and not a.atthasdef and a.attidentity = '',
        'choices', (
          select jsonb_agg(found.choice[1]) from pg_constraint k,
            regexp_matches(pg_get_constraintdef(k.oid), '''([^'']*)''::text', 'g') as found (choice)
          where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
            and pg_get_constraintdef(k.oid) ~ '= ANY'
        )) order by a.attnum)
      from pg_attribute a join pg_type t on t.oid = a.atttypid
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    (select coalesce(jsonb_object_agg(k.conname, (
        select jsonb_agg(a.attname) from pg_attribute a where a.attrelid = c.oid and a.attnum = any (k.conkey)
      )), '{}')
      from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.conkey is not null) as checks
  from pg_class c
  where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
    and (xpath('/row/empty/text()', query_to_xml(
      format('select not exists (select from %s) as empty', c.oid::regclass), false, true, '')))[1]::text = 'true'`;

const hash = 'a'.repeat(64);
const samples: Record<string, readonly string[]> = {
  uuid: ['00000000-0000-4000-8000-000000000001'],
  bool: ['true', 'false'],
  timestamptz: ['2027-01-05 15:00+00', '2027-01-05 15:30+00', '2027-01-05 15:45+00'],
  date: ['2027-01-05'],
  jsonb: ['{}', '[]'],
  bytea: [`\\x${hash}`],
  text: [
    'aa',
    '/a',
    hash,
    hash.slice(32),
    'image/png',
    'https://example.com',
    'a@example.com',
    '800x600.webp',
  ],
};
const maxAttempts = 2000;

/**
 * Inserts a row into each empty table, so that a migration that fails on rows is detected. Foreign keys are disabled.
 * Returns the tables whose checks no sample passes.
 */
export async function fillEmptyTables(client: ClientBase): Promise<string[]> {
  const { rows: tables } = await client.query<EmptyTable>(emptyTablesSql);
  await client.query('begin; set local session_replication_role = replica');
  const left: string[] = [];
  for (const table of tables) if (!(await insertSample(client, table))) left.push(table.name);
  await client.query('commit');
  return left;
}

/** Tries other samples for the columns of the check that fails, one combination after the other. */
async function insertSample(client: ClientBase, { name, columns, checks }: EmptyTable): Promise<boolean> {
  const options = new Map(columns.map((column) => [column.name, optionsOf(column)]));
  const chosen = new Map(columns.map((column) => [column.name, 0]));
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const given = columns.flatMap((column) => {
      const value = options.get(column.name)?.[chosen.get(column.name) ?? 0];
      return value === undefined ? [] : [{ column: `"${column.name}"`, value }];
    });
    const list = given.map(({ column }) => column).join(', ');
    const marks = given.map((_, index) => `$${index + 1}`).join(', ');
    const row = given.length === 0 ? 'default values' : `(${list}) values (${marks})`;
    await client.query('savepoint sample');
    try {
      await client.query(
        `insert into ${name} ${row}`,
        given.map(({ value }) => value),
      );
      return true;
    } catch (error) {
      await client.query('rollback to sample');
      const { constraint, column } = error as { constraint?: string; column?: string };
      const failing = constraint === undefined ? [column ?? ''] : (checks[constraint] ?? []);
      if (!advance(failing, options, chosen)) return false;
    }
  }
  return false;
}

/** Undefined means that the column is omitted. */
function optionsOf({ type, isRequired, choices }: Column): (string | undefined)[] {
  const values = choices ?? samples[type] ?? [type.startsWith('_') ? '{}' : '1'];
  return isRequired ? [...values] : [undefined, ...values];
}

/** Sets the next combination of these columns; false after the last one. */
function advance(
  names: readonly string[],
  options: ReadonlyMap<string, readonly unknown[]>,
  chosen: Map<string, number>,
): boolean {
  for (const name of names) {
    const next = (chosen.get(name) ?? 0) + 1;
    if (next < (options.get(name)?.length ?? 0)) {
      chosen.set(name, next);
      return true;
    }
    chosen.set(name, 0);
  }
  return false;
}
