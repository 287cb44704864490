// Derives from the catalog which counted tables a view or a function reads, and how its rows relate to theirs.
import type pg from 'pg';
import type { ReadSource, ReadTrace, RowShape } from './schema-types.ts';

/** A counted table or a part of one. */
interface TableRow {
  /** The counted table. */
  name: string;
  /** The name of the part itself. */
  part: string;
  oid: string;
  indexes: string[];
  /** The tables of which it is a part. They show its rows among theirs, even if they are not counted. */
  parents: { name: string; oid: string }[];
}

interface ViewRow {
  oid: string;
  name: string;
  /** A row may stand for several rows of a table. */
  gathers: boolean;
  /** A row may be of one table or of another. */
  unites: boolean;
  /** A materialized view is read in place of its tables. */
  isStored: boolean;
  indexes: string[];
  relations: string[];
  routines: string[];
}

interface RoutineRow {
  name: string;
  /** In lower case. */
  source: string;
  readable: boolean;
  /** Whether its result can hold words: not only numbers, times, booleans and IDs. */
  wordy: boolean;
  /** Whether one of its columns can hold several values. */
  nested: boolean;
  /** Whether its comment says that no object and no text of its result holds words of two rows of a table. */
  isComposed: boolean;
  /** The relation whose row type it returns. */
  relation: string | null;
}

/** Partitions and heirs are parts of their table. `$1`: the counted tables. */
const tablesSql = `
  with recursive part (name, oid) as (
    select n.nspname || '.' || c.relname, c.oid
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname || '.' || c.relname = any ($1::text[]) and c.relkind in ('r', 'p', 'f')
    union
    select part.name, i.inhrelid from part join pg_inherits i on i.inhparent = part.oid
  )
  select part.name, n.nspname || '.' || c.relname as part, part.oid::text as oid,
    array(select i.indexrelid::text from pg_index i where i.indrelid = part.oid) as indexes,
    (
      with recursive above (oid) as (
        select i.inhparent from pg_inherits i where i.inhrelid = part.oid
        union
        select i.inhparent from above join pg_inherits i on i.inhrelid = above.oid
      )
      select coalesce(json_agg(json_build_object('name', an.nspname || '.' || a.relname, 'oid', a.oid::text)), '[]')
      from above
      join pg_class a on a.oid = above.oid join pg_namespace an on an.oid = a.relnamespace
    ) as parents
  from part
  join pg_class c on c.oid = part.oid
  join pg_namespace n on n.oid = c.relnamespace`;

const viewsSql = `
  select c.oid::text as oid, n.nspname || '.' || c.relname as name,
    r.ev_action::text ~ '\\{(AGGREF|WINDOWFUNC) ' as gathers, r.ev_action::text ~ '\\{SETOPERATIONSTMT ' as unites,
    c.relkind = 'm' as "isStored",
    array(select i.indexrelid::text from pg_index i where i.indrelid = c.oid) as indexes,
    array(
      select distinct d.refobjid::text from pg_depend d
      where d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refclassid = 'pg_class'::regclass
        and d.refobjid <> c.oid
    ) as relations,
    array(
      select distinct fn.nspname || '.' || f.proname from pg_depend d
      join pg_proc f on f.oid = d.refobjid
      join pg_namespace fn on fn.oid = f.pronamespace
      where d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refclassid = 'pg_proc'::regclass
    ) as routines
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_rewrite r on r.ev_class = c.oid and r.rulename = '_RETURN'
  where c.relkind in ('v', 'm') and n.nspname not in ('pg_catalog', 'information_schema')`;

/** Functions of extensions read no tables of ours. A record without columns may hold anything. */
const routinesSql = `
  select n.nspname || '.' || p.proname as name, lower(coalesce(pg_get_function_sqlbody(p.oid), p.prosrc)) as source,
    l.lanname in ('sql', 'plpgsql') as readable,
    coalesce(bool_or(k.typname is null or k.typname <> 'uuid' and k.typcategory not in ('N', 'B', 'D', 'T') and k.typname <> 'void'), true)
      as wordy,
    coalesce(bool_or(k.typcategory is null or k.typcategory not in ('N', 'B', 'D', 'T', 'S', 'E') and k.typname <> 'uuid'), true)
      as nested,
    coalesce(obj_description(p.oid, 'pg_proc') like '%@composed%', false) as "isComposed",
    (
      select rn.nspname || '.' || rc.relname from pg_class rc join pg_namespace rn on rn.oid = rc.relnamespace
      where rc.oid = t.typrelid and rc.relkind in ('r', 'v', 'm', 'f', 'p')
    ) as relation
  from pg_proc p
  join pg_namespace n on n.oid = p.pronamespace
  join pg_language l on l.oid = p.prolang
  join pg_type t on t.oid = p.prorettype
  left join lateral (
    select u.type from unnest(p.proallargtypes, p.proargmodes::text[]) as u (type, mode) where u.mode in ('t', 'b', 'o')
    union all
    select a.atttypid from pg_attribute a
    where a.attrelid = t.typrelid and t.typrelid <> 0 and a.attnum > 0 and not a.attisdropped
    union all
    select t.oid
    where t.typrelid = 0 and not coalesce(p.proargmodes::text[] && '{t,b,o}', false) and t.typname <> 'record'
  ) as result on true
  left join pg_type o on o.oid = result.type
  left join pg_type k on k.oid = coalesce(nullif(o.typbasetype, 0), o.oid)
  where n.nspname not in ('pg_catalog', 'information_schema') and p.prokind in ('f', 'p')
    and t.typname not in ('trigger', 'event_trigger')
    and not exists (
      select from pg_depend e where e.classid = 'pg_proc'::regclass and e.objid = p.oid and e.deptype = 'e'
    )
  group by p.oid, n.nspname, p.proname, p.prosrc, l.lanname, t.typrelid`;

export const emptyReadTrace: ReadTrace = {
  ofRelation: () => undefined,
  ofRoutine: () => undefined,
  oidsOf: () => [],
};

export async function loadReadTrace(client: pg.ClientBase, tables: ReadonlySet<string>): Promise<ReadTrace> {
  if (tables.size === 0) return emptyReadTrace;
  const counted = await client.query<TableRow>(tablesSql, [[...tables]]);
  const views = await client.query<ViewRow>(viewsSql);
  const routines = await client.query<RoutineRow>(routinesSql);
  return buildReadTrace(counted.rows, views.rows, routines.rows);
}

/** A function that gathers rows into one value, or composes its result in steps. */
const gathering =
  /_agg\b|_build_|\barray\b|\bexecute\b|\bloop\b|\bconcat|\bformat\b|:=|\binto\b|_to_xml|\|\|/;
/** A function whose texts or keys can hold words of several rows: it joins texts, or makes keys of values. */
const joining =
  /string_agg|\|\||\bconcat|\bformat\b|array_to_string|xml|\bexecute\b|\bdblink|object_agg|\bjsonb?_object\s*\(|build_object\s*\(\s*[^'\s)]|build_object\s*\(\s*'[^']*'\s*\|/;
/** A function whose statements are not in its text. */
const dynamic = /\bexecute\b|_to_xml|\bdblink/;

function buildReadTrace(
  tables: readonly TableRow[],
  views: readonly ViewRow[],
  routines: readonly RoutineRow[],
): ReadTrace {
  const parts = tables.map(({ part, oid }) => ({ name: part, oid }));
  const above = tables.flatMap(({ parents }) => parents);
  const nameOfOid = new Map([...above, ...parts, ...views].map(({ oid, name }) => [oid, name]));
  const counted = Map.groupBy(tables, ({ name }) => name);
  /** By the name of a part; one that is counted itself is no part of another table. */
  const countedOfPart = Map.groupBy(
    tables.filter(({ name, part }) => name === part || !counted.has(part)),
    ({ part }) => part,
  );
  const countedBelow = Map.groupBy(
    tables.flatMap(({ name, parents }) => parents.map((parent) => ({ name, parent: parent.name }))),
    ({ parent }) => parent,
  );
  const viewsByName = new Map(views.map((view) => [view.name, view]));
  const routinesByName = Map.groupBy(routines, ({ name }) => name);
  const everything = [...counted.keys()];
  /** By the name alone, as a function's text may leave out the schema. */
  const relationNames = Map.groupBy(
    new Set([...countedOfPart.keys(), ...countedBelow.keys(), ...viewsByName.keys()]),
    bareName,
  );
  const wordy = routines.filter(({ wordy: isWordy }) => isWordy);
  const wordyNames = Map.groupBy(wordy, ({ name }) => bareName(name));
  const tokens = new Map(wordy.map((routine) => [routine, new Set(routine.source.match(/[\w$]+/g))]));

  /** The counted tables that are behind these names, followed through views and functions. */
  function reached(start: readonly (string | RoutineRow)[]): Set<string> {
    return follow(start).found;
  }

  function follow(start: readonly (string | RoutineRow)[]) {
    const seen = new Set(start);
    const found = new Set<string>();
    for (const each of seen) {
      if (typeof each !== 'string') {
        const all = !each.readable || dynamic.test(each.source);
        for (const next of all ? everything : mentionedBy(each)) seen.add(next);
      } else {
        for (const { name } of countedOfPart.get(each) ?? countedBelow.get(each) ?? []) found.add(name);
        for (const next of behindView(each)) seen.add(next);
      }
    }
    return { seen, found };
  }

  /** As a source of this shape, unless only some of its rows are rows of a counted table. */
  function toTracedSource(start: string | RoutineRow, shape: RowShape): ReadSource | undefined {
    const { seen, found } = follow([start]);
    const names = [...seen].filter((each) => typeof each === 'string');
    if (names.some((name) => viewsByName.get(name)?.isStored && gathers(name)))
      return toSource(found, 'unscanned');
    const isMixed = names.some(
      (name) => viewsByName.get(name)?.unites || (!countedOfPart.has(name) && countedBelow.has(name)),
    );
    return toSource(found, isMixed && shape === 'row' ? 'row-read' : shape);
  }

  function behindView(name: string): (string | RoutineRow)[] {
    const view = viewsByName.get(name);
    if (!view) return [];
    return [...view.relations.flatMap((oid) => nameOfOid.get(oid) ?? []), ...wordyRoutinesOf(view)];
  }

  function wordyRoutinesOf(view: ViewRow): RoutineRow[] {
    return view.routines.flatMap((name) => routinesByName.get(name) ?? []).filter((each) => each.wordy);
  }

  function mentionedBy(routine: RoutineRow): (string | RoutineRow)[] {
    return [...(tokens.get(routine) ?? [])].flatMap((token) => [
      ...(relationNames.get(token) ?? []),
      ...(wordyNames.get(token) ?? []),
    ]);
  }

  /** Whether a row of the view can stand for several rows of a table. */
  function gathers(name: string, seen = new Set<string>()): boolean {
    const view = viewsByName.get(name);
    if (!view || seen.has(name)) return false;
    seen.add(name);
    if (view.gathers || wordyRoutinesOf(view).some((routine) => reached([routine]).size > 0)) return true;
    return view.relations.some((oid) => gathers(nameOfOid.get(oid) ?? '', seen));
  }

  /** Whether a row of its result can stand for several rows of a table. */
  function composes(routine: RoutineRow): boolean {
    const { seen } = follow([routine]);
    return [...seen].some((each) =>
      typeof each === 'string'
        ? gathers(each)
        : reached([each]).size > 0 && (each.nested || !each.readable || gathering.test(each.source)),
    );
  }

  /** Whether one text of its result can stand for several rows, also those that it passes to another function. */
  function joins(routine: RoutineRow): boolean {
    const { seen } = follow([routine]);
    return [...seen].some((each) =>
      typeof each === 'string' ? gathers(each) : !each.readable || joining.test(each.source),
    );
  }

  function traceRelation(name: string): ReadSource | undefined {
    return toTracedSource(name, gathers(name) ? 'unknown' : 'row');
  }

  function traceRoutine(name: string): ReadSource | undefined {
    const all = (routinesByName.get(name) ?? []).filter((each) => each.wordy);
    const sources = all.map((routine): ReadSource | undefined => {
      if (
        routine.relation !== null &&
        relationNames.get(bareName(routine.relation))?.includes(routine.relation)
      )
        return traceRelation(routine.relation);
      if (!composes(routine)) return toTracedSource(routine, 'row-read');
      return toTracedSource(routine, routine.isComposed || !joins(routine) ? 'composed' : 'unknown');
    });
    const tables = new Set(sources.flatMap((source) => source?.tables ?? []));
    const [first] = sources;
    const same = sources.every((source) => source?.shape === first?.shape);
    if (sources.some((source) => source?.shape === 'unscanned')) return toSource(tables, 'unscanned');
    return toSource(tables, same ? (first?.shape ?? 'unknown') : 'unknown');
  }

  const ofRelation = remember(traceRelation);
  const ofRoutine = remember(traceRoutine);
  return {
    ofRelation: ({ schema, name }) => ofRelation(`${schema}.${name}`),
    ofRoutine: ({ schema, name }) => ofRoutine(`${schema}.${name}`),
    oidsOf: (table) => {
      const stored = views.filter(({ name, isStored }) => isStored && reached([name]).has(table));
      return [...(counted.get(table) ?? []), ...stored].flatMap(({ oid, indexes }) => [oid, ...indexes]);
    },
  };
}

function toSource(tables: ReadonlySet<string>, shape: RowShape): ReadSource | undefined {
  return tables.size === 0 ? undefined : { tables: [...tables].toSorted(), shape };
}

function bareName(name: string): string {
  return name.slice(name.indexOf('.') + 1).toLowerCase();
}

function remember<V>(find: (name: string) => V): (name: string) => V {
  const known = new Map<string, V>();
  return (name) => {
    const value = known.has(name) ? (known.get(name) as V) : find(name);
    known.set(name, value);
    return value;
  };
}
