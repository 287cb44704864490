import type { ClientBase } from 'pg';
import { readDefinitions, type Definitions } from './read-definitions.ts';

interface Row {
  table: string;
}
interface ColumnRow extends Row {
  name: string;
  type: string;
  nullable: boolean;
  default: string | null;
}
interface GrantRow extends Row {
  role: string;
  privilege: string;
  /** Null for the whole table. */
  columns: string[] | null;
}
interface PolicyRow extends Row {
  name: string;
  command: string;
  restrictive: boolean;
  roles: string[];
  using: string | null;
  check: string | null;
}
interface FunctionRow {
  signature: string;
  returns: string;
  definer: boolean;
  roles: string[];
}

const tables = `c.relkind in ('r', 'p') and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)`;
const tableName = `c.relnamespace::regnamespace || '.' || c.relname as "table"`;
const callers = `('anon', 'authenticated', 'service_role')`;

const columnsSql = `
  select ${tableName}, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as nullable,
    pg_get_expr(d.adbin, d.adrelid) as "default"
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where ${tables} and a.attnum > 0 and not a.attisdropped order by 1, a.attnum`;

const grantsSql = `
  select ${tableName}, x.grantee::regrole::text as role, lower(x.privilege_type) as privilege, null::text[] as columns
  from pg_class c, aclexplode(c.relacl) x
  where ${tables} and x.grantee <> 0 and x.grantee::regrole::text in ${callers}
    and x.privilege_type in ('SELECT', 'INSERT', 'UPDATE', 'DELETE')
  union all
  select ${tableName}, x.grantee::regrole::text, lower(x.privilege_type), array_agg(a.attname::text order by a.attnum)
  from pg_attribute a join pg_class c on c.oid = a.attrelid, aclexplode(a.attacl) x
  where ${tables} and a.attnum > 0 and x.grantee <> 0 and x.grantee::regrole::text in ${callers}
  group by 1, 2, 3 order by 1, 2, 3`;

const policiesSql = `
  select ${tableName}, p.polname as name, not p.polpermissive as restrictive,
    case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end
      as command,
    array(select case r when 0 then 'public' else r::regrole::text end from unnest(p.polroles) r order by 1) as roles,
    pg_get_expr(p.polqual, p.polrelid) as "using", pg_get_expr(p.polwithcheck, p.polrelid) as "check"
  from pg_policy p join pg_class c on c.oid = p.polrelid
  where ${tables} order by 1, 3, 4, 2`;

const functionsSql = `
  select p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')' as signature,
    pg_get_function_result(p.oid) as returns, p.prosecdef as definer,
    array(select r::text from unnest(array['anon', 'authenticated', 'service_role']) r
      where has_function_privilege(r, p.oid, 'execute')) as roles
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by 1`;

/** Triggers included. */
const internalFunctionsSql = `
  select p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')' as signature,
    pg_get_function_result(p.oid) as returns
  from pg_proc p where p.pronamespace = 'private'::regnamespace order by 1`;

function groupByTable<T extends Row>(rows: readonly T[]): Map<string, T[]> {
  return Map.groupBy(rows, ({ table }) => table);
}

function cell(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim().replaceAll('|', '\\|');
  return line === '' ? '' : `\`${line.replaceAll('`', "'")}\``;
}

function describeGrants(grants: readonly GrantRow[]): string {
  if (grants.length === 0) return 'No role of the API has a grant: only functions of the database reach it.';
  const roles = [...Map.groupBy(grants, ({ role }) => role)].map(([role, granted]) => {
    const whole = granted.filter(({ columns }) => columns === null).map(({ privilege }) => privilege);
    const parts = granted
      .filter(({ columns, privilege }) => columns !== null && !whole.includes(privilege))
      .map(({ privilege, columns }) => `${privilege} (${columns?.join(', ')})`);
    return `- ${role}: ${[...whole, ...parts].join('; ')}`;
  });
  return `Grants:\n\n${roles.join('\n')}`;
}

/** `[name()](file)` for each function of ours that the expressions call. */
function linkFunctions(expressions: readonly string[], { functions }: Definitions): string {
  const called = expressions.flatMap((text) =>
    [...text.matchAll(/(?<![\w.])(?:(\w+)\.)?(\w+)\(/g)].map(
      ([, schema = 'public', name = '']) => `${schema}.${name}`,
    ),
  );
  return [...new Set(called)]
    .toSorted()
    .flatMap((name) => {
      const file = functions.get(name);
      return file === undefined ? [] : [`[${name.replace(/^public\./, '')}()](${file})`];
    })
    .join(', ');
}

function describePolicies(policies: readonly PolicyRow[], definitions: Definitions): string {
  if (policies.length === 0)
    return 'No policy: row level security closes it to everyone but the service role.';
  const rows = policies.map(({ name, command, restrictive, roles, using, check }) => {
    const kind = restrictive ? `${command}, restrictive` : command;
    // Without WITH CHECK, an update checks the new row by USING.
    const inherits = check === null && (command === 'update' || command === 'all');
    const checked = inherits ? 'as USING' : cell(check ?? '');
    return `| ${name} | ${kind} | ${roles.join(', ')} | ${cell(using ?? '')} | ${checked} |`;
  });
  const links = linkFunctions(
    policies.flatMap(({ using, check }) => [using ?? '', check ?? '']),
    definitions,
  );
  return [
    '| policy | for | roles | USING | WITH CHECK |',
    '|---|---|---|---|---|',
    ...rows,
    ...(links === '' ? [] : ['', `Functions: ${links}`]),
  ].join('\n');
}

function describeTable(
  name: string,
  columns: readonly ColumnRow[],
  grants: readonly GrantRow[],
  policies: readonly PolicyRow[],
  definitions: Definitions,
): string {
  const rows = columns.map(
    (column) =>
      `| ${column.name} | ${column.type} | ${column.nullable ? '' : 'not null'} | ${cell(column.default ?? '')} |`,
  );
  const file = definitions.tables.get(name);
  return [
    `## ${name}`,
    ...(file === undefined ? [] : [`Defined in [${file.replace(/^.*\//, '')}](${file}).`]),
    ['| column | type | | default |', '|---|---|---|---|', ...rows].join('\n'),
    describeGrants(grants),
    // Row level security is on in every table that has a grant; the policy tests hold this.
    ...(grants.some(({ role }) => role !== 'service_role') ? [describePolicies(policies, definitions)] : []),
  ].join('\n\n');
}

/** The text of docs/schema.md. */
export async function describeSchema(client: ClientBase): Promise<string> {
  const { rows: columnRows } = await client.query<ColumnRow>(columnsSql);
  const { rows: grantRows } = await client.query<GrantRow>(grantsSql);
  const { rows: policyRows } = await client.query<PolicyRow>(policiesSql);
  const { rows: functions } = await client.query<FunctionRow>(functionsSql);
  const definitions = readDefinitions();
  const grants = groupByTable(grantRows);
  const policies = groupByTable(policyRows);
  const isPrivate = (table: string): number => Number(table.startsWith('private.'));
  const byTable = [...groupByTable(columnRows)].toSorted(([a], [b]) => isPrivate(a) - isPrivate(b));
  const described = byTable.map(([table, columns]) =>
    describeTable(table, columns, grants.get(table) ?? [], policies.get(table) ?? [], definitions),
  );
  const { rows: internalFunctions } =
    await client.query<Pick<FunctionRow, 'signature' | 'returns'>>(internalFunctionsSql);
  const linkTo = (schema: string, signature: string): string => {
    const file = definitions.functions.get(`${schema}.${signature.replace(/\(.*$/s, '')}`);
    return file === undefined ? '' : `[${file.replace(/^.*\/\d+_/, '')}](${file})`;
  };
  const callable = functions.map(
    ({ signature, returns, definer, roles }) =>
      `| ${cell(signature)} | ${cell(returns)} | ${definer ? 'its owner' : 'the caller'} | ${roles.join(', ')} | ${linkTo('public', signature)} |`,
  );
  const internal = internalFunctions.map(
    ({ signature, returns }) => `| ${cell(signature)} | ${cell(returns)} | ${linkTo('private', signature)} |`,
  );
  return [
    '# Schema',
    'Generated from a migrated database by `npm run types`; do not edit. A caller needs a grant and a policy; the service role bypasses policies. A row is read, changed or deleted only where USING is true of it, and stored only where WITH CHECK is true of it. Reasons are in the comments of `supabase/migrations`, one file per concept; what these leave out or say wrongly is in [supabase/README.md](../supabase/README.md), Reading notes. `supabase/tests/policy-matrix.ts` lists who may do what as numbers of rows.',
    ...described,
    '## Functions',
    [
      '| function | returns | runs as | callable by | defined in |',
      '|---|---|---|---|---|',
      ...callable,
    ].join('\n'),
    '## Internal functions',
    'Of the schema `private`: no role of the API has a way to them but through triggers, policies and the functions above.',
    ['| function | returns | defined in |', '|---|---|---|', ...internal].join('\n'),
    '',
  ].join('\n\n');
}
