// Plans schema changes with pg-delta; converts its statements for a migration.
import { encodeId, extract, parseId, plan, type Action, type Plan, type Policy } from '@supabase/pg-delta';
import { Pool } from 'pg';
import { toClientConfig, type ConnectionParameters } from '@fairlead/backend/database';
import type { DeclaredSchema } from './declared-schema.ts';

type Facts = Awaited<ReturnType<typeof extract>>['factBase'];

export interface MigrationDecisions {
  /** Tables and columns that may be dropped, such as `column:public.leads.budget`. */
  drop: readonly string[];
  /** `column:public.leads.budget=column:public.leads.spend` */
  rename: readonly string[];
}

const policy: Policy = {
  id: 'fairlead',
  assumedRoles: ['postgres', 'anon', 'authenticated', 'service_role'],
  // The backend creates these when a table is added to the publication.
  filter: [
    {
      match: { all: [{ kind: 'trigger' }, { edgeTo: { kind: 'function', schema: ['realtime'] } }] },
      action: 'exclude',
    },
  ],
};

export async function readSchemaFacts(connection: ConnectionParameters): Promise<Facts> {
  const pool = new Pool({ ...toClientConfig(connection), max: 2 });
  try {
    return (await extract(pool)).factBase;
  } finally {
    await pool.end();
  }
}

export function planSchemaChanges(
  before: Facts,
  declared: Facts,
  { rename }: MigrationDecisions,
  owner: string,
): Plan {
  const acceptRenames = rename.map((pair) => {
    const [from = '', to = ''] = pair.split('=');
    return { from: parseId(from), to: parseId(to) };
  });
  // `database` and the owner must match, otherwise the owner of each object becomes a statement.
  return plan(before, declared, {
    scope: 'database',
    defaultOwner: owner,
    renames: 'prompt',
    acceptRenames,
    policy,
  });
}

/**
 * The options that are missing on the command line, one alternative per line; null if nothing is lost except what was
 * named.
 */
export function describeUnnamedLosses(
  { actions, renameCandidates }: Plan,
  { drop, rename }: MigrationDecisions,
): string | null {
  const destroyed = actions
    .filter(({ dataLoss }) => dataLoss === 'destructive')
    .flatMap(({ destroys }) => destroys.map(encodeId));
  const tables = destroyed.filter((id) => id.startsWith('table:'));
  const columns = destroyed.filter((id) => id.startsWith('column:'));
  const isOfTable = (column: string): boolean =>
    tables.some((table) => column.startsWith(`${table.replace(/^table/, 'column')}.`));
  const lost = [...tables, ...columns.filter((column) => !isOfTable(column))].filter(
    (id) => !drop.includes(id),
  );
  if (lost.length === 0) return null;
  const named = [...drop, ...new Set(lost)].map((id) => `'${id}'`).join(' ');
  const renamed = renameCandidates
    .map(({ from, to }) => `${encodeId(from)}=${encodeId(to)}`)
    .filter((pair) => !rename.includes(pair));
  return [`--drop ${named}`, ...renamed.map((pair) => `--rename '${pair}'`)].join('\n');
}

/** Functions as they are declared, with their comments; for overloads and other objects, pg-delta's text is used. */
export function declaredFunctionsByName({ objects }: DeclaredSchema): Map<string, string> {
  const functions = objects.flatMap((statement) => {
    const name = /^create (?:or replace )?function ([\w.]+)/.exec(statement.sql)?.[1];
    return name === undefined ? [] : [{ name, ...statement }];
  });
  const byName = Map.groupBy(functions, ({ name }) => name);
  return new Map(
    [...byName].flatMap(([name, [only, ...others]]) => {
      if (only === undefined || others.length > 0) return [];
      const sql = only.sql.replace(/^create (or replace )?function/, 'create or replace function');
      return [[name, only.comment === '' ? sql : `${only.comment}\n${sql}`] as const];
    }),
  );
}

const everyRight = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER'];

/** Null for a statement that a migration does not need: rights of the role that runs it and owns what it creates. */
export function toMigrationStatement(
  { sql }: Action,
  functions: ReadonlyMap<string, string>,
  owner: string,
): string | null {
  const name = /^CREATE OR REPLACE FUNCTION ([\w."]+)\(/.exec(sql)?.[1]?.replaceAll('"', '');
  const written = name === undefined ? undefined : functions.get(name);
  const text = written ?? withoutOwner(withoutMaintain(sql), owner);
  if (text === null) return null;
  return text.trimEnd().endsWith(';') ? text.trimEnd() : `${text.trimEnd()};`;
}

function withoutOwner(sql: string, owner: string): string | null {
  const [, grant, to] = /^(GRANT [\s\S]+) TO ([^;]+)$/.exec(sql) ?? [];
  if (grant === undefined || to === undefined) return sql;
  const others = to.split(', ').filter((role) => role.replaceAll('"', '') !== owner);
  return others.length === 0 ? null : `${grant} TO ${others.join(', ')}`;
}

/** MAINTAIN exists from PostgreSQL 17 on, where it is part of ALL. */
function withoutMaintain(sql: string): string {
  const [, rights, on] = /^GRANT ([A-Z, ]*\bMAINTAIN\b[A-Z, ]*) (ON TABLE [\s\S]+)$/.exec(sql) ?? [];
  if (rights === undefined || on === undefined) return sql;
  const missing = everyRight.filter((right) => !rights.includes(right));
  const revoked =
    missing.length === 0 ? '' : `;\nREVOKE ${missing.join(', ')} ${on.replace(/ TO /, ' FROM ')}`;
  return `GRANT ALL ${on}${revoked}`;
}

/** "3 × create function, 1 × alter table" */
export function summarizeActions(actions: readonly Action[]): string {
  const kinds = actions.map(({ sql }) =>
    /^(\w+)(?: OR REPLACE)?(?: (?:UNIQUE )?(\w+))?/.exec(sql)!.slice(1).join(' ').toLowerCase(),
  );
  return [...Map.groupBy(kinds, (kind) => kind)].map(([kind, all]) => `${all.length} × ${kind}`).join(', ');
}
