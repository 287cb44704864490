// What a role may do with the tables and functions of the schema cache. For hints only: the database decides.
import type { Pool } from 'pg';
import { startConnectionDeadline } from '../../database/drop-connections.ts';
import { roleAccessQuery } from './catalog-queries.ts';
import { tableKey } from './derive-relationships.ts';
import type { QualifiedName, Relationship, SchemaSnapshot } from './schema-types.ts';

interface TableAccess {
  /** Columns that the role may read; true: all. */
  select: true | readonly string[];
  insert: boolean;
  update: boolean;
  delete: boolean;
}

export interface RoleAccess {
  /** By `tableKey`. */
  tables: ReadonlyMap<string, TableAccess>;
  /** The oids of functions that it may call. */
  routines: ReadonlySet<string>;
}

const timeoutMs = 5_000;

/** Reads once for each snapshot and role, when a name was missing. Returns null if the database does not respond. */
export class RoleAccessReader {
  private readonly pool: Pool;
  private readonly schemas: readonly string[];
  private readonly known = new WeakMap<SchemaSnapshot, Map<string, Promise<RoleAccess | null>>>();

  constructor(pool: Pool, schemas: readonly string[]) {
    this.pool = pool;
    this.schemas = schemas;
  }

  read(snapshot: SchemaSnapshot, role: string): Promise<RoleAccess | null> {
    const ofSnapshot = this.known.get(snapshot) ?? new Map<string, Promise<RoleAccess | null>>();
    this.known.set(snapshot, ofSnapshot);
    const reading = ofSnapshot.get(role) ?? this.query(role).catch(() => null);
    ofSnapshot.set(role, reading);
    // A failure is not remembered.
    void reading.then((access) => access ?? ofSnapshot.delete(role));
    return reading;
  }

  private async query(role: string): Promise<RoleAccess> {
    const client = await this.pool.connect();
    const clearDeadline = startConnectionDeadline(this.pool, client, timeoutMs);
    let broken = true;
    try {
      const { rows } = await client.query<{ tables: (QualifiedName & TableAccess)[]; routines: string[] }>(
        roleAccessQuery,
        [this.schemas, role],
      );
      broken = false;
      const [access] = rows;
      return {
        tables: new Map(access?.tables.map((table) => [tableKey(table), table])),
        routines: new Set(access?.routines),
      };
    } finally {
      clearDeadline();
      client.release(broken);
    }
  }
}

/** Whether the role may use the table in this way with at least one column. */
export function mayUseTable(access: RoleAccess, table: QualifiedName, action: keyof TableAccess): boolean {
  const allowed = access.tables.get(tableKey(table))?.[action] ?? false;
  return typeof allowed === 'boolean' ? allowed : allowed.length > 0;
}

/** Whether the role may read an embed. `columns`: what it reads of the target; `*`: all. */
export function mayReadRelated(
  snapshot: SchemaSnapshot,
  access: RoleAccess,
  { source, target, columns: pairs, junction, routine }: Relationship,
  columns: readonly string[],
): boolean {
  if (routine !== null) {
    const overloads = snapshot.routines.get(routine.schema)?.get(routine.name) ?? [];
    return overloads.some(
      ({ rowOf, oid }) =>
        rowOf?.schema === source.schema && rowOf.name === source.name && access.routines.has(oid),
    );
  }
  const may = (table: QualifiedName, wanted: readonly string[]): boolean =>
    mayRead(snapshot, access, table, wanted);
  if (junction === null) return may(source, firsts(pairs)) && may(target, [...seconds(pairs), ...columns]);
  return (
    may(source, firsts(junction.sourceColumns)) &&
    may(junction, [...seconds(junction.sourceColumns), ...seconds(junction.targetColumns)]) &&
    may(target, [...firsts(junction.targetColumns), ...columns])
  );
}

function mayRead(
  snapshot: SchemaSnapshot,
  access: RoleAccess,
  { schema, name }: QualifiedName,
  wanted: readonly string[],
): boolean {
  const table = snapshot.tables.get(schema)?.get(name);
  const readable = access.tables.get(tableKey({ schema, name }))?.select;
  if (!table || readable === undefined) return false;
  const names = wanted.includes('*')
    ? [...table.columns.keys()]
    : wanted.filter((each) => table.columns.has(each));
  return readable === true || names.every((each) => readable.includes(each));
}

type Pairs = readonly (readonly [string, string])[];

function firsts(pairs: Pairs): string[] {
  return pairs.map(([first]) => first);
}

function seconds(pairs: Pairs): string[] {
  return pairs.map(([, second]) => second);
}
