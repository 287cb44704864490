// Caches which tables publish their changes, with the columns that a role may read.
import type { Pool } from 'pg';
import { type ChangeBinding, matchesTable } from './bindings.ts';

interface PublishedColumn {
  name: string;
  /** Named as in SQL, e.g. "timestamp with time zone". */
  type: string;
  /** Named as in the catalog, e.g. "timestamptz"; clients parse values by it. */
  kind: string;
}

export interface PublishedTable {
  oid: number;
  schema: string;
  name: string;
  key: PublishedColumn[];
  published: PublishedColumn[];
  /** The columns that the role may select. */
  columns: PublishedColumn[];
  /** Tables whose partition or child it is, as "schema.table", the nearest first. */
  parents: string[];
  /** Changes carry the whole old row (replica identity full), not only its key. */
  keepsOldRow: boolean;
  /** Of pg_class: grows with each added column. */
  attributes: number;
  /** When the role may read a row, as SQL with the table's name for the row: publication and policies. */
  condition: string;
  /** False if the role may not use a schema that the condition names. */
  isNameable: boolean;
}

const query = `
  select c.oid, n.nspname as schema, c.relname as name, c.relreplident = 'f' as "keepsOldRow",
    array(
      with recursive above (oid, level) as (
        select i.inhparent, 1 from pg_inherits i where i.inhrelid = c.oid
        union all
        select i.inhparent, above.level + 1 from above join pg_inherits i on i.inhrelid = above.oid
      )
      select an.nspname || '.' || a.relname from above
      join pg_class a on a.oid = above.oid join pg_namespace an on an.oid = a.relnamespace
      order by above.level
    ) as parents,
    c.relnatts as attributes, readable.condition, readable.is_nameable as "isNameable",
    coalesce(
      (
        select jsonb_agg(
          jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, -1), 'kind', t.typname)
          order by k.place
        )
        from pg_index i
        cross join unnest(i.indkey::int2[]) with ordinality as k (attnum, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        join pg_type t on t.oid = a.atttypid
        where i.indrelid = c.oid and i.indisprimary and k.place <= i.indnkeyatts
      ),
      '[]'
    ) as key,
    coalesce(
      (
        select jsonb_agg(
          jsonb_build_object(
            'name', a.attname, 'type', format_type(a.atttypid, -1), 'kind', t.typname,
            'readable', has_schema_privilege($1, n.oid, 'usage') and has_column_privilege($1, c.oid, a.attnum, 'select')
          )
          order by a.attnum
        )
        from pg_attribute a
        join pg_type t on t.oid = a.atttypid
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          and (r.prattrs is null or a.attnum = any(r.prattrs::int2[]))
      ),
      '[]'
    ) as published
  from pg_publication p
  join pg_class c on c.relkind in ('r', 'p')
  join pg_namespace n on n.oid = c.relnamespace and n.nspname not in ('pg_catalog', 'information_schema', 'backend', 'realtime')
  left join pg_publication_rel r on r.prpubid = p.oid and r.prrelid = c.oid
  cross join realtime.read_condition(c.oid, $1) as readable
  where p.pubname = 'supabase_realtime'
    and ($2::oid[] is null or c.oid = any($2))
    and (
      p.puballtables or r.oid is not null
      or exists (select from pg_publication_namespace s where s.pnpubid = p.oid and s.pnnspid = n.oid)
    )`;

const maxAgeMs = 30_000;
const shortestAgeMs = 1_000;

interface Found extends Omit<PublishedTable, 'columns'> {
  published: (PublishedColumn & { readable: boolean })[];
}

function toTable(found: Found): PublishedTable {
  return { ...found, columns: found.published.filter(({ readable }) => readable) };
}

interface Known {
  tables: Promise<PublishedTable[]>;
  readAt: number;
}

/** Which tables publish their changes, and which of their columns a role may see. */
export class PublicationCatalog {
  private readonly ownerPool: Pool;
  private readonly known = new Map<string, Known>();
  private watched: Promise<unknown> | undefined;

  constructor(ownerPool: Pool) {
    this.ownerPool = ownerPool;
  }

  invalidate(): void {
    this.known.clear();
    this.watched = undefined;
  }

  /** For an unknown table: reads the catalog again, but at most once a second for all callers. */
  invalidateIfOld(): void {
    const newest = Math.max(0, ...[...this.known.values()].map(({ readAt }) => readAt));
    if (Date.now() - newest > shortestAgeMs) this.invalidate();
  }

  async tables(role: string): Promise<PublishedTable[]> {
    // A login that may not create DDL triggers gets no triggers on tables that are added to the publication later, so
    // this adds them.
    this.watched ??= this.ownerPool.query('select realtime.watch_publication()');
    const known = this.known.get(role);
    if (known && Date.now() - known.readAt < maxAgeMs) return known.tables;
    if (known) this.watched = this.ownerPool.query('select realtime.watch_publication()');
    try {
      await this.watched;
    } catch (error) {
      this.watched = undefined;
      throw error;
    }
    const tables = this.read(role, null);
    this.known.set(role, { tables, readAt: Date.now() });
    tables.catch(() => this.known.delete(role));
    return tables;
  }

  /** Not from the cache: rights that ended before a change must hold for it. */
  async read(role: string, relations: readonly number[] | null): Promise<PublishedTable[]> {
    const { rows } = await this.ownerPool.query<Found>(query, [role, relations]);
    return rows.map(toTable);
  }

  async tablesOf(binding: ChangeBinding, role: string): Promise<PublishedTable[]> {
    const tables = await this.tables(role);
    return tables.filter((table) => matchesTable(binding, table));
  }
}

/** Clients identify rows by their key, so the role must be able to select every column of it. */
export function isReadableByKey(table: PublishedTable): boolean {
  const names = new Set(table.columns.map((column) => column.name));
  return table.key.length > 0 && table.key.every((column) => names.has(column.name));
}
