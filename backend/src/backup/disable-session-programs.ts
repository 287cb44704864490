import type { ClientBase } from 'pg';

/** What PostgreSQL runs or loads without being asked, and the statement that ends it. */
const found = `
  select 'the subscription ' || subname as name,
    format('update pg_subscription set subenabled = false where oid = %s', oid) as statement
  from pg_subscription where subenabled
  union all
  select 'the event trigger ' || evtname, format('alter event trigger %I disable', evtname)
  from pg_event_trigger where evtevent = 'login' and evtenabled <> 'D'
  union all
  select format('the setting %s of %s', setting.name, coalesce(role.rolname, 'all roles')),
    case when role.oid is null and db.oid is not null then format('alter database %I reset %I', db.datname, setting.name)
    else format('alter role %s%s reset %I', coalesce(quote_ident(role.rolname), 'all'),
      ' in database ' || quote_ident(db.datname), setting.name) end
  from pg_db_role_setting as stored
  cross join lateral (select split_part(unnest(stored.setconfig), '=', 1)) as setting (name)
  left join pg_roles as role on role.oid = stored.setrole
  left join pg_database as db on db.oid = stored.setdatabase
  where setting.name in ('session_preload_libraries', 'local_preload_libraries', 'dynamic_library_path')
    or (setting.name = 'search_path' and stored.setconfig::text ~ 'search_path=[^"]*pg_catalog')`;

/**
 * In a database that was restored: they would run at our first connection, before anyone could look. Returns their
 * names. Functions and triggers stay: they run when someone uses them. So does a search path, unless it names pg_catalog,
 * which puts functions of the archive before those of PostgreSQL.
 */
export async function disableSessionPrograms(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string; statement: string | null }>(
    `select name, coalesce(statement, '') as statement from (${found}) as programs`,
  );
  for (const { statement } of rows) if (statement) await client.query(statement);
  return rows.map(({ name }) => name);
}
