// Lists what a database executes on its own accord: functions, triggers, defaults, policies, roles and the like.
import type { ClientBase } from 'pg';
import { StartupError } from '../errors/startup-error.ts';
import { firstUnpinnedId } from './built-in-rows.ts';
import { readTable } from './read-table.ts';

/** One thing that a session would execute, or that decides with which rights. */
export interface CodeItem {
  /** As an operator would look for it, e.g. "trigger public.leads.note". */
  name: string;
  /** Compared as a whole. */
  definition: string;
  /** For functions and views: the account whose rights they use; undefined if those of the caller. */
  runsAs?: string;
  /** Rights of this: what is not the program's own has whatever rights its owner gave it. */
  rightsOf?: string;
}

/** The first id of objects that were not made with the cluster. */
const firstObjectId = 16_384;

type Row = Record<string, unknown>;

interface Kind {
  sql: string;
  /** Columns that make the name; the others make the definition. */
  name: string[];
  /** Parts that execute nothing, such as the type of each table. */
  isIgnored?: (row: Row) => boolean;
  /** The same in every database of the cluster. */
  isShared?: true;
  /** The column with the name of what has these rights. */
  rightsOf?: string;
}

const isSystem = (id: unknown): boolean => Number(id) < firstObjectId;

/**
 * No operator, cast or function is called with a type other than its own, because one that the database defines would
 * be chosen instead: rows are filtered here, and names come from output functions of regclass and the like.
 */
const kinds: Record<string, Kind> = {
  function: {
    sql: `select p.oid::regprocedure as id, p.prokind, l.lanname, p.prosrc, p.probin, p.proowner::regrole as owner,
        p.prosecdef, p.proconfig, p.provolatile, p.proleakproof, p.prosupport,
        pg_get_function_arguments(p.oid) as arguments, pg_get_function_result(p.oid) as result,
        pg_get_function_sqlbody(p.oid) as body
      from pg_proc p join pg_language l on l.oid = p.prolang`,
    name: ['id'],
  },
  aggregate: {
    sql: `select aggfnoid::regprocedure as id, aggtransfn, aggfinalfn, aggcombinefn, aggserialfn, aggdeserialfn,
        aggmtransfn, aggminvtransfn, aggmfinalfn, agginitval, aggminitval from pg_aggregate`,
    name: ['id'],
  },
  trigger: {
    sql: `select tgrelid::regclass as relation, tgname, tgisinternal, tgenabled, tgfoid, tgfoid::regprocedure as called,
        pg_get_triggerdef(oid) as text from pg_trigger`,
    name: ['relation', 'tgname'],
    // Those of foreign keys, whose names contain ids.
    isIgnored: ({ tgisinternal, tgfoid }) => tgisinternal === true && isSystem(tgfoid),
  },
  'event trigger': {
    sql: `select evtname, evtevent, evtenabled, evttags, evtfoid::regprocedure as called, evtowner::regrole as owner
      from pg_event_trigger`,
    name: ['evtname'],
    isIgnored: ({ evtenabled }) => evtenabled === 'D',
  },
  'rule or view': {
    sql: `select r.ev_class::regclass as relation, r.rulename, r.ev_enabled, c.relkind, c.reloptions,
        c.relowner::regrole as owner, pg_get_ruledef(r.oid) as text
      from pg_rewrite r join pg_class c on c.oid = r.ev_class`,
    name: ['relation', 'rulename'],
  },
  'default of': {
    sql: `select d.adrelid::regclass as relation, a.attname, a.attgenerated, pg_get_expr(d.adbin, d.adrelid) as text
      from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum`,
    name: ['relation', 'attname'],
  },
  check: {
    sql: `select conrelid::regclass as relation, contypid::regtype as type, conname, contype,
        pg_get_constraintdef(oid) as text from pg_constraint`,
    name: ['relation', 'type', 'conname'],
    isIgnored: ({ contype }) => contype !== 'c' && contype !== 'x',
  },
  index: {
    sql: `select indexrelid::regclass as id, indclass, indexprs, indpred, pg_get_indexdef(indexrelid) as text
      from pg_index`,
    name: ['id'],
    isIgnored: ({ indclass, indexprs, indpred }) =>
      indexprs === null && indpred === null && String(indclass).split(' ').every(isSystem),
  },
  'partition key': {
    sql: `select partrelid::regclass as id, partexprs, pg_get_partkeydef(partrelid) as text from pg_partitioned_table`,
    name: ['id'],
    isIgnored: ({ partexprs }) => partexprs === null,
  },
  statistics: {
    sql: `select stxrelid::regclass as relation, stxname, stxexprs, pg_get_statisticsobjdef(oid) as text
      from pg_statistic_ext`,
    name: ['relation', 'stxname'],
    isIgnored: ({ stxexprs }) => stxexprs === null,
  },
  policy: {
    sql: `select polrelid::regclass as relation, polname, polcmd, polpermissive, array(select role::regrole from unnest(polroles) as role) as roles,
        pg_get_expr(polqual, polrelid) as visible, pg_get_expr(polwithcheck, polrelid) as writable from pg_policy`,
    name: ['relation', 'polname'],
  },
  operator: {
    sql: `select oid::regoperator as id, oprcode, oprrest, oprjoin, oprowner::regrole as owner from pg_operator`,
    name: ['id'],
  },
  cast: {
    sql: `select castsource::regtype as source, casttarget::regtype as target, castfunc::regprocedure as called,
        castcontext, castmethod from pg_cast`,
    name: ['source', 'target'],
  },
  type: {
    sql: `select oid::regtype as id, typtype, typcategory, typinput, typoutput, typreceive, typsend, typmodin,
        typmodout, typanalyze, typsubscript, typowner::regrole as owner, pg_get_expr(typdefaultbin, '0'::oid) as text
      from pg_type`,
    name: ['id'],
    // Composite types, enums and arrays run nothing of their own.
    isIgnored: ({ typtype, typcategory }) => !/[bdrm]/.test(String(typtype)) || typcategory === 'A',
  },
  'range type': {
    sql: 'select rngtypid::regtype as id, rngcanonical, rngsubdiff from pg_range',
    name: ['id'],
  },
  'operator family': {
    sql: `select f.opfname, m.amname, p.amproclefttype::regtype as "left", p.amprocrighttype::regtype as "right",
        p.amprocnum, p.amproc as called, f.opfowner::regrole as owner
      from pg_amproc p join pg_opfamily f on f.oid = p.amprocfamily join pg_am m on m.oid = f.opfmethod`,
    name: ['opfname', 'amname', 'left', 'right', 'amprocnum'],
  },
  'operator of a family': {
    sql: `select f.opfname, m.amname, o.amopopr::regoperator as called, o.amopstrategy, o.amoppurpose
      from pg_amop o join pg_opfamily f on f.oid = o.amopfamily join pg_am m on m.oid = f.opfmethod`,
    name: ['opfname', 'amname', 'called'],
  },
  'access method': { sql: 'select amname, amhandler from pg_am', name: ['amname'] },
  language: {
    sql: `select lanname, lanpltrusted, lanplcallfoid::regproc as handler, laninline::regproc as inline,
        lanvalidator::regproc as validator from pg_language`,
    name: ['lanname'],
  },
  conversion: { sql: 'select conname, conproc, condefault from pg_conversion', name: ['conname'] },
  transform: {
    sql: `select t.trftype::regtype as type, l.lanname, t.trffromsql, t.trftosql
      from pg_transform t join pg_language l on l.oid = t.trflang`,
    name: ['type', 'lanname'],
  },
  'text search parser': {
    sql: 'select prsname, prsstart, prstoken, prsend, prsheadline, prslextype from pg_ts_parser',
    name: ['prsname'],
  },
  'text search template': {
    sql: 'select tmplname, tmplinit, tmpllexize from pg_ts_template',
    name: ['tmplname'],
  },
  'foreign data wrapper': {
    sql: `select fdwname, fdwhandler::regproc as handler, fdwvalidator::regproc as validator from pg_foreign_data_wrapper`,
    name: ['fdwname'],
  },
  'foreign server': { sql: 'select srvname, srvoptions from pg_foreign_server', name: ['srvname'] },
  'foreign table': { sql: 'select ftrelid::regclass as id, ftoptions from pg_foreign_table', name: ['id'] },
  extension: {
    sql: 'select extname, extversion, extnamespace::regnamespace as schema from pg_extension',
    name: ['extname'],
  },
  publication: {
    sql: `select pubname, puballtables, pubinsert, pubupdate, pubdelete, pubtruncate, pubviaroot from pg_publication`,
    name: ['pubname'],
  },
  'table of a publication': {
    sql: `select p.pubname, r.prrelid::regclass as relation, pg_get_expr(r.prqual, r.prrelid) as text
      from pg_publication_rel r join pg_publication p on p.oid = r.prpubid`,
    name: ['pubname', 'relation'],
  },
  'schema of a publication': {
    sql: `select p.pubname, n.pnnspid::regnamespace as schema
      from pg_publication_namespace n join pg_publication p on p.oid = n.pnpubid`,
    name: ['pubname', 'schema'],
  },
  // Without grants, an object has the default ones.
  'rights on table': {
    sql: `select oid::regclass as id, relkind, relrowsecurity, relforcerowsecurity, relowner::regrole as owner,
        coalesce(relacl, acldefault(case relkind when 'S' then 's'::"char" else 'r'::"char" end, relowner)) as acl
      from pg_class`,
    name: ['id'],
    // Indexes and the parts of tables with long values.
    isIgnored: ({ relkind }) => /[iIt]/.test(String(relkind)),
    rightsOf: 'id',
  },
  'rights on column': {
    sql: 'select attrelid::regclass as relation, attname, attacl as acl from pg_attribute',
    name: ['relation', 'attname'],
    isIgnored: ({ acl }) => acl === null,
    rightsOf: 'relation',
  },
  'rights on function': {
    sql: `select oid::regprocedure as id, coalesce(proacl, acldefault('f', proowner)) as acl from pg_proc`,
    name: ['id'],
    rightsOf: 'id',
  },
  'rights on type': {
    sql: `select oid::regtype as id, coalesce(typacl, acldefault('T', typowner)) as acl from pg_type`,
    name: ['id'],
    rightsOf: 'id',
  },
  'rights on schema': {
    sql: `select nspname, nspowner::regrole as owner, coalesce(nspacl, acldefault('n', nspowner)) as acl
      from pg_namespace`,
    name: ['nspname'],
    isIgnored: ({ nspname }) => /^pg_(toast_)?temp_/.test(String(nspname)),
    rightsOf: 'nspname',
  },
  'rights on language': {
    sql: `select lanname, lanowner::regrole as owner, coalesce(lanacl, acldefault('l', lanowner)) as acl
      from pg_language`,
    name: ['lanname'],
    rightsOf: 'lanname',
  },
  'rights on database': {
    sql: `select datname, datdba::regrole as owner, coalesce(datacl, acldefault('d', datdba)) as acl from pg_database`,
    name: ['datname'],
    isShared: true,
    rightsOf: 'datname',
  },
  'rights on setting': {
    sql: 'select parname, paracl as acl from pg_parameter_acl',
    name: ['parname'],
    isShared: true,
  },
  'default rights': {
    sql: `select defaclrole::regrole as owner, defaclnamespace::regnamespace as schema, defaclobjtype, defaclacl as acl
      from pg_default_acl`,
    name: ['owner', 'schema', 'defaclobjtype'],
  },
  role: {
    sql: `select rolname, rolsuper, rolinherit, rolcreaterole, rolcreatedb, rolcanlogin, rolreplication, rolbypassrls
      from pg_authid`,
    name: ['rolname'],
    isIgnored: isCallerLogin,
    isShared: true,
  },
  'membership of': {
    sql: `select member::regrole as member, roleid::regrole as "group", admin_option, inherit_option, set_option
      from pg_auth_members`,
    name: ['member', 'group'],
    isIgnored: ({ member, group, admin_option: isAdmin }) =>
      callerLogin.test(String(member)) && group === 'authenticator' && isAdmin === false,
    isShared: true,
  },
  setting: {
    sql: `select s.setrole::regrole as role, d.datname, s.setconfig
      from pg_db_role_setting s left join pg_database d on d.oid = s.setdatabase`,
    name: ['role', 'datname'],
    isShared: true,
  },
  database: {
    sql: 'select datname, datallowconn, datistemplate from pg_database',
    name: ['datname'],
    isShared: true,
  },
  // Extensions such as pg_cron execute the rows of these tables.
  'scheduled jobs': {
    sql: `select c.oid::regclass as id from pg_class c`,
    name: ['id'],
    isIgnored: ({ id }) =>
      !/^(cron|pgagent|timetable)\.[a-z_]*(job|task|chain|schedule|command)[a-z_]*$/.test(String(id)),
  },
};

/** The logins of callers, which the server creates when it starts (pool.ts). */
const callerLogin = /^callers_[0-9a-z_]+$/;

function isCallerLogin({ rolname, ...rights }: Row): boolean {
  const { rolcanlogin: _, rolinherit: isInheriting, ...others } = rights;
  return callerLogin.test(String(rolname)) && isInheriting === false && !Object.values(others).includes(true);
}

/**
 * Throws a StartupError if schema pg_catalog has functions or operators that PostgreSQL did not put there, or a type is
 * written by a function in a language such as SQL: any query might call them. Reads whole columns, because every
 * operator could be one of them. The built-in rows are compared already (built-in-rows.ts).
 */
export async function checkSystemCatalog(client: ClientBase): Promise<void> {
  const { rows: functions } = await client.query<Row>(
    'select oid, pronamespace as schema, proname as name, prolang as language from pg_catalog.pg_proc',
  );
  const { rows: operators } = await client.query<Row>(
    'select oid, oprnamespace as schema, oprname as name from pg_catalog.pg_operator',
  );
  const { rows: types } = await client.query<Row>(
    `select typname as name, typinput::oid, typoutput::oid, typreceive::oid, typsend::oid, typmodin::oid, typmodout::oid
     from pg_catalog.pg_type`,
  );
  const scripts = functions.filter(({ language }) => !compiledLanguages.has(Number(language)));
  const added = [
    ...functions.filter(({ oid }) => !isSystem(oid)),
    ...[...scripts, ...operators].filter(({ oid }) => Number(oid) >= firstUnpinnedId),
  ].filter(({ schema }) => Number(schema) === systemSchemaId);
  if (added.length > 0)
    throw new StartupError(
      `the database has functions or operators in the schema pg_catalog that PostgreSQL did not put there (${listNames(added)}); nothing was kept: use another backup, or remove them from the original`,
    );
  const scriptIds = new Set(scripts.map(({ oid }) => oid));
  const scripted = types.filter((type) =>
    Object.entries(type).some(([column, id]) => column !== 'name' && scriptIds.has(id)),
  );
  if (scripted.length > 0)
    throw new StartupError(
      `the database has types whose values would be read or written by functions in SQL or a similar language, which PostgreSQL does not allow (${listNames(scripted)}); nothing was run or kept: use another backup, or remove them from the original`,
    );
}

const listNames = (rows: Row[]): string => [...new Set(rows.map(({ name }) => String(name)))].join(', ');

/** Those of `internal` and `c`: no other function can be that of a type, unless the catalog was changed by hand. */
const compiledLanguages = new Set([12, 13]);

const systemSchemaId = 11;

/**
 * Everything of one database, with the roles of its cluster. `executedTables` hold text that functions execute; their
 * rows count too. What all databases share is left out unless it is the first one.
 */
export async function readProgramCode(
  client: ClientBase,
  executedTables: readonly string[],
  { isFirst = true } = {},
): Promise<CodeItem[]> {
  await client.query('set search_path = pg_catalog');
  const items: CodeItem[] = [];
  for (const [kind, { sql, name, isIgnored, isShared }] of Object.entries(kinds)) {
    if (isShared && !isFirst) continue;
    const { rows } = await client.query<Row>(sql);
    for (const row of rows)
      if (!isIgnored?.(row)) items.push({ name: describe(kind, name, row), ...describeCode(kind, row) });
  }
  for (const table of executedTables) {
    for (const row of await readTable(client, table)) {
      const definition = JSON.stringify(row);
      items.push({ name: `row of ${table} ${definition.slice(0, 80)}`, definition });
    }
  }
  return items;
}

function describe(kind: string, columns: string[], row: Row): string {
  const parts = columns.map((column) => row[column]).filter((part) => part !== '-' && part !== null);
  if (kind === 'rule or view' && row['rulename'] === '_RETURN') return `view ${String(row['relation'])}`;
  return `${kind} ${parts.join(/^(trigger|policy|rule|default of|check|rights on column)/.test(kind) ? '.' : ' ')}`;
}

function describeCode(kind: string, row: Row): Omit<CodeItem, 'name'> {
  const {
    acl,
    indclass: _,
    indexprs: _e,
    indpred: _p,
    partexprs: _k,
    stxexprs: _s,
    tgfoid: _f,
    ...compared
  } = row;
  if (acl !== undefined) compared['acl'] = orderGrants(String(acl));
  // The server gives this role a password when it starts (pool.ts).
  if (kind === 'role' && row['rolname'] === 'authenticator') delete compared['rolcanlogin'];
  const owner = String(row['owner']);
  const isDefiner = kind === 'function' ? row['prosecdef'] === true : row['rulename'] === '_RETURN';
  const rightsOf = kinds[kind]?.rightsOf;
  return {
    definition: JSON.stringify(compared),
    ...(isDefiner && { runsAs: owner }),
    ...(rightsOf !== undefined && {
      rightsOf: `${kind.replace('column', 'table')} ${String(row[rightsOf])}`,
    }),
  };
}

/** Of an array of aclitem as text. Those of the login of DATABASE_PORT depend on when it was last open. */
function orderGrants(acl: string): string[] {
  const grants = acl.slice(1, -1).split(',');
  return grants.filter((grant) => !/^(direct=|$)/.test(grant)).toSorted();
}

/** Names of what `found` has and `expected` lacks or defines otherwise, with the account that it runs as. */
export function findForeignCode(found: readonly CodeItem[], expected: readonly CodeItem[]): string[] {
  const known = new Set(expected.map(({ name, definition }) => `${name}\n${definition}`));
  const names = new Set(expected.map(({ name }) => name));
  const foreign = found.filter(
    ({ name, definition, rightsOf }) =>
      !known.has(`${name}\n${definition}`) && (rightsOf === undefined || names.has(rightsOf)),
  );
  return foreign.map(({ name, runsAs }) =>
    [name, names.has(name) && '(changed)', runsAs && `(runs as ${runsAs})`].filter(Boolean).join(' '),
  );
}
