import type { ClientBase } from 'pg';

export interface DatabaseColumn {
  table: string;
  isView: boolean;
  name: string;
  /** pg_type.typname of the base type, domains resolved. */
  type: string;
  nullable: boolean;
  hasDefault: boolean;
}

export interface DatabaseRelationship {
  table: string;
  name: string;
  columns: string[];
  isOneToOne: boolean;
  referencedRelation: string;
  referencedColumns: string[];
}

export interface DatabaseRoutine {
  name: string;
  args: { name: string; type: string; hasDefault: boolean }[];
  /** Output columns of `returns table`, else empty. */
  fields: { name: string; type: string }[];
  returns: string;
  returnsSet: boolean;
  /** Whether it returns null for a null argument without being called. */
  isStrict: boolean;
}

interface Enum {
  name: string;
  values: string[];
}

interface CompositeType {
  name: string;
  fields: { name: string; type: string }[];
}

export interface DatabaseCatalog {
  columns: DatabaseColumn[];
  relationships: DatabaseRelationship[];
  routines: DatabaseRoutine[];
  enums: Enum[];
  compositeTypes: CompositeType[];
}

const columnsSql = `
  select c.relname as "table", c.relkind in ('v', 'm') as "isView", a.attname as name,
    coalesce(base.typname, t.typname) as type,
    not (a.attnotnull or t.typnotnull) as nullable,
    a.atthasdef or a.attidentity <> '' as "hasDefault"
  from pg_attribute a
  join pg_class c on c.oid = a.attrelid and c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
  join pg_type t on t.oid = a.atttypid
  left join pg_type base on base.oid = t.typbasetype
  where a.attnum > 0 and not a.attisdropped
  order by c.relname, a.attname`;

const relationshipsSql = `
  select c.relname as "table", k.conname as name, target.relname as "referencedRelation",
    array(select a.attname::text from unnest(k.conkey) with ordinality as u (num, i)
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.num order by u.i) as columns,
    array(select a.attname::text from unnest(k.confkey) with ordinality as u (num, i)
      join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.num order by u.i) as "referencedColumns",
    exists (select from pg_index x where x.indrelid = k.conrelid and x.indisunique and x.indpred is null
      and x.indkey::int2[] @> k.conkey and x.indkey::int2[] <@ k.conkey) as "isOneToOne"
  from pg_constraint k
  join pg_class c on c.oid = k.conrelid
  join pg_class target on target.oid = k.confrelid
  where k.contype = 'f' and c.relnamespace = 'public'::regnamespace
    and target.relnamespace = 'public'::regnamespace
  order by c.relname, k.conname`;

const routinesSql = `
  select p.proname as name, rt.typname as returns, p.proretset as "returnsSet", p.proisstrict as "isStrict",
    coalesce((select jsonb_agg(jsonb_build_object('name', arg.name, 'type', t.typname,
        'hasDefault', arg.i > p.pronargs - p.pronargdefaults) order by arg.i)
      from unnest(p.proargnames[1:p.pronargs], p.proargtypes::oid[]) with ordinality as arg (name, type, i)
      join pg_type t on t.oid = arg.type), '[]') as args,
    coalesce((select jsonb_agg(jsonb_build_object('name', arg.name, 'type', t.typname) order by arg.i)
      from unnest(p.proargnames, p.proallargtypes, p.proargmodes) with ordinality as arg (name, type, mode, i)
      join pg_type t on t.oid = arg.type where arg.mode = 't'), '[]') as fields
  from pg_proc p
  join pg_type rt on rt.oid = p.prorettype
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and rt.typname <> 'trigger'
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by p.proname`;

const enumsSql = `
  select t.typname as name, array_agg(e.enumlabel::text order by e.enumsortorder) as values
  from pg_type t join pg_enum e on e.enumtypid = t.oid
  where t.typnamespace = 'public'::regnamespace group by t.typname order by t.typname`;

const compositeTypesSql = `
  select c.relname as name, jsonb_agg(jsonb_build_object('name', a.attname, 'type', t.typname) order by a.attnum) as fields
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  where c.relkind = 'c' and c.relnamespace = 'public'::regnamespace group by c.relname order by c.relname`;

export async function readDatabaseCatalog(client: ClientBase): Promise<DatabaseCatalog> {
  const columns = await client.query<DatabaseColumn>(columnsSql);
  const relationships = await client.query<DatabaseRelationship>(relationshipsSql);
  const routines = await client.query<DatabaseRoutine>(routinesSql);
  const enums = await client.query<Enum>(enumsSql);
  const compositeTypes = await client.query<CompositeType>(compositeTypesSql);
  return {
    columns: columns.rows,
    relationships: relationships.rows,
    routines: routines.rows,
    enums: enums.rows,
    compositeTypes: compositeTypes.rows,
  };
}
