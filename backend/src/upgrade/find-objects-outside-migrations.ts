// Finds database objects that no migration made, by comparison of two schemas.
import type { ClientBase } from 'pg';

/** Objects that belong to the whole cluster, or to no schema; each named as an operator would look for it. */
const outsideSchemas = [
  `select 'database ' || datname from pg_database where datname not in ('postgres', 'template0', 'template1')`,
  // Excludes the login for callers, whose password is derived from the owner's.
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
  // Excludes physical slots: the WAL archive uses them, and it starts a new stream after the upgrade.
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
  // Compares the definitions of views, because readSchemaDefinitions() contains only their names.
  `select 'view ' || oid::regclass || ' #' || md5(pg_get_viewdef(oid)) from pg_class
   where relkind in ('v', 'm') and oid >= 16384`,
];

/**
 * Names of objects that `database` has and `expected` lacks or defines otherwise, and of those that `database` lacks.
 */
export async function findObjectsOutsideMigrations(
  database: ClientBase,
  expected: ClientBase,
): Promise<string[]> {
  const names = [
    ...compareSchemas(await readSchemaDefinitions(database), await readSchemaDefinitions(expected)).keys(),
  ];
  // With an empty search path, names are qualified.
  for (const client of [database, expected]) await client.query(`set search_path = ''`);
  for (const sql of outsideSchemas) {
    const [found, made] = [await readNames(database, sql), await readNames(expected, sql)];
    for (const name of found) if (!made.includes(name)) names.push(name);
    for (const name of made) if (!found.includes(name)) names.push(`${name} (missing)`);
  }
  for (const client of [database, expected]) await client.query('reset search_path');
  return summarize(names);
}

/** Leaves out parts of a table or view that is listed itself. */
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

/** "trigger public.leads.revise_lead" → its definition. The order of columns and the owners are ignored. */
type Schema = Map<string, string>;

const ours = `n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`;
const aclOf = (acl: string, kind: string, owner: string): string =>
  `array(select coalesce(nullif(a.grantee, 0)::regrole::text, 'public') || ':' || a.privilege_type
     || case when a.is_grantable then '*' else '' end
     from aclexplode(coalesce(${acl}, acldefault('${kind}', ${owner}))) a where a.grantee <> ${owner} order by 1)`;
const notOfExtension = (catalog: string, oid: string): string =>
  `not exists (select from pg_depend e where e.classid = '${catalog}'::regclass and e.objid = ${oid} and e.deptype = 'e')`;

const queries = {
  schema: `select n.nspname as key, ${aclOf('n.nspacl', 'n', 'n.nspowner')}::text as text from pg_namespace n where ${ours}`,
  extension: `select extname as key, extnamespace::regnamespace::text as text from pg_extension`,
  'default privileges': `select coalesce(d.defaclnamespace::regnamespace::text, '') || ' ' || d.defaclobjtype::text as key,
      ${aclOf('d.defaclacl', 'r', 'd.defaclrole')}::text as text from pg_default_acl d`,
  table: `select n.nspname || '.' || c.relname as key,
      concat_ws(' ', c.relkind, c.relpersistence, c.relrowsecurity, c.relforcerowsecurity, c.relreplident,
        c.reloptions::text, ${aclOf('c.relacl', 'r', 'c.relowner')}::text, obj_description(c.oid, 'pg_class')) as text
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where ${ours} and c.relkind in ('r', 'p', 'v', 'm', 'S') and ${notOfExtension('pg_class', 'c.oid')}`,
  column: `select n.nspname || '.' || c.relname || '.' || a.attname as key,
      concat_ws(' ', format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end,
        a.attgenerated, a.attidentity, pg_get_expr(d.adbin, d.adrelid),
        (select array_agg(coalesce(nullif(x.grantee, 0)::regrole::text, 'public') || ':' || x.privilege_type order by 1)
          from aclexplode(a.attacl) x)::text,
        col_description(c.oid, a.attnum)) as text
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where ${ours} and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
      and ${notOfExtension('pg_class', 'c.oid')}`,
  constraint: `select k.conrelid::regclass || '.' || k.conname as key,
      pg_get_constraintdef(k.oid) || coalesce(obj_description(k.oid, 'pg_constraint'), '') as text
    from pg_constraint k join pg_namespace n on n.oid = k.connamespace where ${ours} and k.conrelid <> 0`,
  index: `select i.indexrelid::regclass::text as key, pg_get_indexdef(i.indexrelid) as text
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace where ${ours}`,
  trigger: `select t.tgrelid::regclass || '.' || t.tgname as key, pg_get_triggerdef(t.oid) || ' ' || t.tgenabled::text as text
    from pg_trigger t where not t.tgisinternal`,
  policy: `select p.polrelid::regclass || '.' || p.polname as key,
      concat_ws(' ', p.polcmd, p.polpermissive, (select array_agg(r::regrole::text order by 1) from unnest(p.polroles) r),
        'using', pg_get_expr(p.polqual, p.polrelid), 'check', pg_get_expr(p.polwithcheck, p.polrelid)) as text
    from pg_policy p`,
  function: `select p.oid::regprocedure::text as key,
      pg_get_functiondef(p.oid) || ${aclOf('p.proacl', 'f', 'p.proowner')}::text
        || coalesce(obj_description(p.oid, 'pg_proc'), '') as text
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where ${ours} and p.prokind <> 'a' and ${notOfExtension('pg_proc', 'p.oid')}`,
  type: `select t.oid::regtype::text as key,
      concat_ws(' ', t.typtype, (select array_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid)) as text
    from pg_type t join pg_namespace n on n.oid = t.typnamespace
    where ${ours} and t.typtype in ('e', 'd', 'r') and ${notOfExtension('pg_type', 't.oid')}`,
  publication: `select p.pubname as key, concat_ws(' ', p.puballtables, p.pubinsert, p.pubupdate, p.pubdelete, p.pubtruncate,
      (select array_agg(r.prrelid::regclass::text order by r.prrelid::regclass::text) from pg_publication_rel r where r.prpubid = p.oid)) as text
    from pg_publication p`,
  'event trigger': `select evtname as key, concat_ws(' ', evtevent, evtfoid::regprocedure, evtenabled, evttags) as text
    from pg_event_trigger`,
};

/** All schemas but PostgreSQL's own. The search path is emptied, so that names are qualified. */
export async function readSchemaDefinitions(client: ClientBase): Promise<Schema> {
  const schema: Schema = new Map();
  await client.query(`set search_path = ''`);
  for (const [kind, sql] of Object.entries(queries)) {
    const { rows } = await client.query<{ key: string; text: string }>(sql);
    for (const { key, text } of rows) schema.set(`${kind} ${key}`, text);
  }
  await client.query('reset search_path');
  return schema;
}

export function compareSchemas(
  a: Schema,
  b: Schema,
): Map<string, { a: string | undefined; b: string | undefined }> {
  const names = [...new Set([...a.keys(), ...b.keys()])].sort();
  const differing = names.filter((name) => a.get(name) !== b.get(name));
  return new Map(differing.map((name) => [name, { a: a.get(name), b: b.get(name) }]));
}
