import type { TableName } from './schema-types.ts';

/** Numbers of the catalog: oid, attnum. */
interface Origin {
  relation: string;
  column: number;
}

export interface ViewRow extends TableName {
  oid: string;
  columns: readonly (readonly [number, string])[];
  /** The query as pg_rewrite keeps it (a pg_node_tree). */
  rule: string;
}

export interface KeyColumnRow extends TableName {
  oid: string;
  number: number;
  column: string;
}

/** Exposes a table's column unchanged. */
export interface ViewColumn {
  view: TableName;
  column: string;
  table: TableName;
  tableColumn: string;
}

export function traceViews(views: readonly ViewRow[], columns: readonly KeyColumnRow[]): ViewColumn[] {
  const origins = new Map(views.map((view) => [view.oid, readOrigins(view.rule)]));
  const known = new Map(columns.map((row) => [`${row.oid}.${row.number}`, row]));
  return views.flatMap((view) =>
    view.columns.flatMap(([number, column]): ViewColumn[] => {
      let origin = origins.get(view.oid)?.get(number);
      while (origin && origins.has(origin.relation)) {
        origin = origins.get(origin.relation)?.get(origin.column);
      }
      const found = origin && known.get(`${origin.relation}.${origin.column}`);
      if (!found) return [];
      const table = { schema: found.schema, name: found.name };
      return [{ view: { schema: view.schema, name: view.name }, column, table, tableColumn: found.column }];
    }),
  );
}

const token = /[(){}]|(?:\\.|[^\s(){}\\])+/gs;
/** Nesting of `({QUERY … :targetList ({TARGETENTRY …} …) …})`. */
const entryDepth = 4;

/** Reads the outermost select, by column number. Computed columns are absent. */
export function readOrigins(rule: string): Map<number, Origin> {
  const origins = new Map<number, Origin>();
  let depth = 0;
  let inList = false;
  let previous = '';
  let entry = new Map<string, string>();
  for (const [word] of rule.matchAll(token)) {
    if (word === '(' || word === '{') {
      depth += 1;
      if (depth === entryDepth - 1) inList = previous === ':targetList';
      if (depth === entryDepth) entry = new Map();
    } else if (word === ')' || word === '}') {
      if (depth === entryDepth && inList && word === '}') addOrigin(origins, entry);
      depth -= 1;
    } else if (inList && depth === entryDepth && previous.startsWith(':')) {
      entry.set(previous, word);
    }
    previous = word;
  }
  return origins;
}

function addOrigin(origins: Map<number, Origin>, entry: ReadonlyMap<string, string>): void {
  const relation = entry.get(':resorigtbl') ?? '0';
  if (relation === '0' || entry.get(':resjunk') === 'true') return;
  origins.set(Number(entry.get(':resno')), { relation, column: Number(entry.get(':resorigcol')) });
}
