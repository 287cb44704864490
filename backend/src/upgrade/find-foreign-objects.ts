import type { ClientBase } from 'pg';
import { compareSchemas, readSchema } from './read-schema.ts';

/** What belongs to the whole cluster, or is no part of a schema; each named as an operator would look for it. */
const outsideSchemas = [
  `select 'database ' || datname from pg_database where datname not in ('postgres', 'template0', 'template1')`,
  // Made for the connections of callers; its password follows from the owner's.
  `select 'role ' || rolname || ' #' || concat_ws(' ', rolsuper, rolinherit, rolcreaterole, rolcreatedb,
     rolcanlogin and rolname <> 'authenticator', rolreplication, rolbypassrls, rolconnlimit, rolvaliduntil)
   from pg_roles where rolname !~ '^(pg_|callers_)'`,
  `select 'membership of ' || member::regrole || ' in ' || roleid::regrole from pg_auth_members
   where member::regrole::text !~ '^"?(pg_|callers_)'`,
  `select 'setting of ' || coalesce('role ' || nullif(setrole, 0)::regrole, 'the database') || ' ' || unnest(setconfig)
   from pg_db_role_setting`,
  `select 'line of postgresql.conf or postgresql.auto.conf: ' || name || ' = ' || setting from pg_file_settings
   where name not in ('log_timezone', 'timezone')`,
  `select 'line of pg_hba.conf: ' || concat_ws(' ', type, database::text, user_name::text, address, netmask, auth_method)
   from pg_hba_file_rules`,
  `select 'tablespace ' || spcname from pg_tablespace where oid >= 16384`,
  `select 'large object ' || oid from pg_largeobject_metadata`,
  `select 'prepared transaction ' || gid from pg_prepared_xacts`,
  // A physical one is the log archive's, which begins a new stream.
  `select 'replication slot ' || slot_name from pg_replication_slots where slot_type = 'logical'`,
  `select 'subscription ' || subname from pg_subscription`,
  `select 'foreign data wrapper ' || fdwname from pg_foreign_data_wrapper`,
  `select 'foreign server ' || srvname from pg_foreign_server`,
  `select 'language ' || lanname from pg_language`,
  `select 'cast ' || castsource::regtype || ' as ' || casttarget::regtype from pg_cast where oid >= 16384
     and not exists (select from pg_depend e where e.objid = pg_cast.oid and e.deptype = 'e')`,
  ...[
    ['aggregate', 'pg_proc', `prokind = 'a'`],
    ['operator', 'pg_operator', 'true'],
    ['collation', 'pg_collation', 'true'],
    ['text search configuration', 'pg_ts_config', 'true'],
    ['text search dictionary', 'pg_ts_dict', 'true'],
    ['statistics', 'pg_statistic_ext', 'true'],
    ['rewrite rule', 'pg_rewrite', `rulename <> '_RETURN'`],
    ['relation', 'pg_class', `relkind in ('f', 'c')`],
  ].map(
    ([
      kind,
      catalog,
      condition,
    ]) => `select '${kind} ' || (pg_identify_object('${catalog}'::regclass, c.oid, 0)).identity
     from ${catalog} c where c.oid >= 16384 and ${condition}
       and not exists (select from pg_depend e where e.classid = '${catalog}'::regclass and e.objid = c.oid and e.deptype = 'e')`,
  ),
  // readSchema() knows them by name only.
  `select 'view ' || oid::regclass || ' #' || md5(pg_get_viewdef(oid)) from pg_class
   where relkind in ('v', 'm') and oid >= 16384`,
];

/** What a database has that another with the same migrations lacks, or has otherwise; by name. */
export async function findForeignObjects(database: ClientBase, expected: ClientBase): Promise<string[]> {
  const names = [...compareSchemas(await readSchema(database), await readSchema(expected)).keys()];
  // So that names are qualified.
  for (const client of [database, expected]) await client.query(`set search_path = ''`);
  for (const sql of outsideSchemas) {
    const [found, made] = [await readNames(database, sql), await readNames(expected, sql)];
    for (const name of found) if (!made.includes(name)) names.push(name);
    for (const name of made) if (!found.includes(name)) names.push(`${name} (missing)`);
  }
  for (const client of [database, expected]) await client.query('reset search_path');
  return summarize(names);
}

/** Parts of a table or view that is named itself are not. */
function summarize(names: readonly string[]): string[] {
  const views = names.flatMap((name) => /^view (\S+) #/.exec(name)?.[1] ?? []);
  const wholes = [...views, ...names.flatMap((name) => /^table (.+)$/.exec(name)?.[1] ?? [])];
  const isPart = (name: string): boolean =>
    /^(column|constraint|trigger|policy) /.test(name) &&
    wholes.some((whole) => name.slice(name.indexOf(' ') + 1).startsWith(`${whole}.`));
  return names
    .filter((name) => !isPart(name) && !views.some((view) => name === `table ${view}`))
    .map((name) => name.replace(/ #.*$/, ''));
}

async function readNames(client: ClientBase, sql: string): Promise<string[]> {
  const { rows } = await client.query<[string]>({ text: sql, rowMode: 'array' });
  return rows.map(([name]) => name);
}
