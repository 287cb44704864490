/**
 * SQL that reads the catalog. With an empty search_path, types and defaults are schema-qualified and mean the same to
 * every caller. `$1`: the exposed schemas.
 */
export const tablesQuery = `
  select n.nspname as schema, c.relname as name, c.relkind in ('v', 'm') as "isView",
    coalesce((
      select json_agg(json_build_object(
        'name', a.attname,
        'type', format_type(a.atttypid, a.atttypmod),
        'base', coalesce(b.typname, t.typname),
        'default', case
          when a.attidentity = 'd' then format('nextval(%L)', (
            select d.objid::regclass from pg_depend d
            where d.refobjid = c.oid and d.refobjsubid = a.attnum and d.deptype = 'i'
              and d.classid = 'pg_class'::regclass
            limit 1
          ))
          when a.attgenerated = '' then coalesce(pg_get_expr(f.adbin, f.adrelid), t.typdefault)
        end
      ) order by a.attnum)
      from pg_attribute a
      join pg_type t on t.oid = a.atttypid
      left join pg_type b on b.oid = t.typbasetype
      left join pg_attrdef f on f.adrelid = a.attrelid and f.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    ), '[]') as columns,
    coalesce((
      select json_agg(a.attname order by k.position)
      from pg_constraint p
      cross join unnest(p.conkey) with ordinality as k (number, position)
      join pg_attribute a on a.attrelid = p.conrelid and a.attnum = k.number
      where p.conrelid = c.oid and p.contype = 'p'
    ), '[]') as "primaryKey"
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any ($1::text[]) and c.relkind in ('r', 'v', 'm', 'f', 'p')`;

/** Leaves out copies of partitions; junctions may be in schemas that are not exposed. */
export const foreignKeysQuery = `
  select k.conname as constraint, json_build_object('schema', n.nspname, 'name', c.relname) as "table",
    json_build_object('schema', fn.nspname, 'name', fc.relname) as target,
    (
      select json_agg(json_build_array(a.attname, fa.attname) order by u.position)
      from unnest(k.conkey, k.confkey) with ordinality as u (own, foreign_number, position)
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.own
      join pg_attribute fa on fa.attrelid = k.confrelid and fa.attnum = u.foreign_number
    ) as columns,
    exists (
      select from pg_constraint u
      where u.conrelid = k.conrelid and u.contype in ('p', 'u')
        and u.conkey @> k.conkey and u.conkey <@ k.conkey
    ) as "unique"
  from pg_constraint k
  join pg_class c on c.oid = k.conrelid
  join pg_namespace n on n.oid = c.relnamespace
  join pg_class fc on fc.oid = k.confrelid
  join pg_namespace fn on fn.oid = fc.relnamespace
  where k.contype = 'f' and k.conparentid = 0
  order by k.conname`;

export const junctionKeysQuery = `
  select n.nspname as schema, c.relname as name, (
    select json_agg(a.attname)
    from unnest(p.conkey) as k (number)
    join pg_attribute a on a.attrelid = p.conrelid and a.attnum = k.number
  ) as "primaryKey"
  from pg_constraint p
  join pg_class c on c.oid = p.conrelid
  join pg_namespace n on n.oid = c.relnamespace
  where p.contype = 'p' and cardinality(p.conkey) > 1
    and exists (select from pg_constraint f where f.conrelid = p.conrelid and f.contype = 'f')`;

export const routinesQuery = `
  select p.oid::text as oid, n.nspname as schema, p.proname as name, p.proretset as "returnsSet",
    case p.provolatile when 'i' then 'immutable' when 's' then 'stable' else 'volatile' end as volatility,
    case
      when t.typname = 'void' then 'void'
      when t.typtype = 'c' or coalesce(p.proargmodes::text[] && '{t,b,o}', false) then 'composite'
      when t.typname = 'record' then 'record'
      else 'scalar'
    end as returns,
    case when r.relkind in ('r', 'v', 'm', 'f', 'p') then json_build_object('schema', rn.nspname, 'name', r.relname) end
      as "table",
    not p.proretset or p.prorows = 1 as "singleRow",
    (
      select json_build_object('schema', an.nspname, 'name', ac.relname)
      from pg_class ac
      join pg_namespace an on an.oid = ac.relnamespace
      where p.pronargs = 1 and ac.reltype = p.proargtypes[0] and ac.relkind in ('r', 'v', 'm', 'f', 'p')
    ) as "rowOf",
    coalesce((
      select json_agg(json_build_object(
        'name', coalesce(i.name, ''),
        'type', format_type(i.type, null),
        'base', coalesce(b.typname, at.typname),
        'pseudo', at.typtype = 'p',
        'required', i.number <= p.pronargs - p.pronargdefaults,
        'variadic', i.mode = 'v'
      ) order by i.number)
      from (
        select u.name, u.type, coalesce(u.mode, 'i') as mode, row_number() over (order by u.position) as number
        from unnest(
          coalesce(p.proallargtypes, p.proargtypes::oid[]), p.proargnames, p.proargmodes::text[]
        ) with ordinality as u (type, name, mode, position)
        where coalesce(u.mode, 'i') in ('i', 'b', 'v') and u.type is not null
      ) as i
      join pg_type at on at.oid = i.type
      left join pg_type b on b.oid = at.typbasetype
    ), '[]') as parameters
  from pg_proc p
  join pg_namespace n on n.oid = p.pronamespace
  join pg_type t on t.oid = p.prorettype
  left join pg_class r on r.oid = t.typrelid and t.typrelid <> 0
  left join pg_namespace rn on rn.oid = r.relnamespace
  where n.nspname = any ($1::text[]) and p.prokind = 'f'
    and t.typname not in ('trigger', 'event_trigger', 'language_handler', 'fdw_handler', 'internal')
  order by p.proname, p.oid`;

/** What the role $2 may do. Fails if there is no such role. */
export const roleAccessQuery = `
  select
    (
      select coalesce(json_agg(json_build_object(
        'schema', n.nspname,
        'name', c.relname,
        'select', case when has_table_privilege($2::name, c.oid, 'select') then 'true' else coalesce((
          select json_agg(a.attname)
          from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
            and has_column_privilege($2::name, c.oid, a.attnum, 'select')
        ), '[]') end,
        'insert', has_any_column_privilege($2::name, c.oid, 'insert'),
        'update', has_any_column_privilege($2::name, c.oid, 'update'),
        'delete', has_table_privilege($2::name, c.oid, 'delete')
      )), '[]')
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any ($1::text[]) and has_schema_privilege($2::name, n.oid, 'usage')
        and c.relkind in ('r', 'v', 'm', 'f', 'p')
    ) as tables,
    array(
      select p.oid::text
      from pg_proc p
      join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = any ($1::text[]) and has_schema_privilege($2::name, n.oid, 'usage')
        and has_function_privilege($2::name, p.oid, 'execute')
    ) as routines`;

/** All views, because any may be between an exposed view and a table. */
export const viewsQuery = `
  select c.oid::text as oid, n.nspname as schema, c.relname as name, r.ev_action::text as rule,
    (
      select json_agg(json_build_array(a.attnum, a.attname) order by a.attnum)
      from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    ) as columns
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_rewrite r on r.ev_class = c.oid and r.rulename = '_RETURN'
  where c.relkind in ('v', 'm') and n.nspname not in ('pg_catalog', 'information_schema')`;

export const keyColumnsQuery = `
  select distinct c.oid::text as oid, n.nspname as schema, c.relname as name, a.attnum as number, a.attname as column
  from pg_constraint k
  cross join lateral (
    select k.conrelid as relation, unnest(k.conkey) as number
    union all
    select k.confrelid, unnest(k.confkey) where k.contype = 'f'
  ) as u
  join pg_class c on c.oid = u.relation
  join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum = u.number
  where k.contype in ('p', 'f')`;

/** A hosted project keeps PostgREST's settings on the role authenticator. */
export const authenticatorSettingsQuery = `
  select split_part(c, '=', 1) as name, substr(c, strpos(c, '=') + 1) as value
  from pg_db_role_setting s
  join pg_roles r on r.oid = s.setrole
  cross join unnest(s.setconfig) as c
  where r.rolname = 'authenticator' and c like 'pgrst.%'
    and s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
  order by s.setdatabase`;
