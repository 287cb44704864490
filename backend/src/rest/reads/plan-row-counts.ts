// Plans how the rows of counted tables in a response are counted: by its rows, its embeds, or what the statement read.
import { selectedFieldName } from '../sql/render-field.ts';
import { cutName } from '../quote.ts';
import { isToOneSpread } from '../sql/render-list.ts';
import { hasSelectedFields, type ReadPlanNode } from '../plan/plan-read.ts';
import type { QualifiedName, ReadSource, ReadTrace, RowShape } from '../schema/schema-types.ts';
import type { SelectedField } from '../parse/parse-query.ts';

/** A spread embed has no object of its own: its columns are keys of the level above. */
interface CountedSpread {
  tables: readonly string[];
  keys: ReadonlySet<string>;
  /** How many lists are around each value: one for each to-many spread. */
  depth: number;
}

/** The rows of one level of the response. */
export interface CountedLevel {
  /** Tables of which each object is a row. */
  tables: readonly string[];
  /** By the key of the embed as PostgreSQL cuts it; several if the request repeats a name. */
  embeds: Map<string, CountedLevel[]>;
  spreads: CountedSpread[];
}

export type EstimatedShape = Exclude<RowShape, 'row'>;

export interface RowCountPlan {
  root: CountedLevel;
  /** How the body must be searched for embedded rows; null: it has none. */
  embedded: { isCsv: boolean } | null;
  /** The keys of the last columns, which are those of embeds, in their order. */
  lastKeys: readonly string[];
  /** Tables whose rows in the response are estimated from what the statement read. */
  estimated: ReadonlyMap<string, EstimatedShape>;
  oids: ReadonlyMap<string, readonly string[]>;
  /** Tables of which a failed statement may quote a value in its error: "invalid input syntax for type integer: …". */
  quotable: readonly string[];
}

/** Null if the response can contain no row of a counted table. `routine`: the called function. */
export function planRowCounts(
  trace: ReadTrace,
  root: ReadPlanNode,
  format: { kind: string },
  routine: QualifiedName | null = null,
): RowCountPlan | null {
  const estimated = new Map<string, EstimatedShape>();
  const all = new Set<string>();
  let hasCasts = false;
  let hasEmbeds = false;

  /** The rows and objects of the response limit only those of its outermost level. A cell of CSV can be a list. */
  function shapeAt(shape: RowShape, isOutermost: boolean): EstimatedShape {
    if (shape === 'unscanned') return shape;
    const isKnown = isOutermost && (shape === 'row-read' || (shape === 'composed' && format.kind !== 'csv'));
    return isKnown ? shape : 'unknown';
  }

  function estimate({ tables, shape: ofSource }: ReadSource, isOutermost: boolean): void {
    const shape = shapeAt(ofSource, isOutermost);
    for (const table of tables) {
      all.add(table);
      const known = estimated.get(table);
      if (known === undefined) estimated.set(table, shape);
      else estimated.set(table, shape === 'unscanned' ? shape : known === 'unscanned' ? known : 'unknown');
    }
  }

  /** The tables of which each row is one; others are estimated. */
  function tablesOf(node: ReadPlanNode): readonly string[] {
    for (const item of node.fields) {
      hasCasts ||= item.cast !== null || item.aggregate?.cast != null;
      if (!isComputed(node, item)) continue;
      const read = trace.ofRoutine({ schema: node.table.schema, name: cutName(item.field.name) });
      if (read) estimate({ ...read, shape: read.shape === 'unscanned' ? 'unscanned' : 'unknown' }, false);
    }
    if (node.fields.length > 0 && node.fields.every((item) => isCount(node, item))) return [];
    const called = node === root ? routine : node.relationship?.routine;
    const source = called ? trace.ofRoutine(called) : trace.ofRelation(node.table);
    if (!source) return [];
    for (const table of source.tables) all.add(table);
    if (source.shape !== 'row') estimate(source, node === root);
    return source.shape === 'row' ? source.tables : [];
  }

  function level(node: ReadPlanNode): CountedLevel {
    const made: CountedLevel = { tables: tablesOf(node), embeds: new Map(), spreads: [] };
    addEmbeds(made, node, 0);
    return made;
  }

  function addEmbeds(above: CountedLevel, node: ReadPlanNode, depth: number): void {
    for (const embed of node.embeds.filter(hasSelectedFields)) {
      if (embed.spread) {
        const inner = depth + (isToOneSpread(embed) ? 0 : 1);
        const tables = tablesOf(embed);
        if (tables.length > 0) above.spreads.push({ tables, keys: new Set(keysOf(embed)), depth: inner });
        if (tables.length > 0) hasEmbeds = true;
        addEmbeds(above, embed, inner);
      } else {
        const below = level(embed);
        if (below.tables.length > 0) hasEmbeds = true;
        const key = cutName(embed.name);
        above.embeds.set(key, [...(above.embeds.get(key) ?? []), below]);
      }
    }
  }

  const made = level(root);
  if (made.tables.length === 0 && !hasEmbeds && estimated.size === 0) return null;
  const oids = new Map([...estimated.keys()].map((table) => [table, trace.oidsOf(table)]));
  const embedded = hasEmbeds ? { isCsv: format.kind === 'csv' } : null;
  const quotable = hasCasts ? [...all] : [];
  return { root: made, embedded, lastKeys: embedKeysOf(root), estimated, oids, quotable };
}

function embedKeysOf(node: ReadPlanNode): string[] {
  return node.embeds.filter(hasSelectedFields).flatMap((embed) => {
    if (!embed.spread) return [cutName(embed.name)];
    const keys = [...keysOf(embed), ...embedKeysOf(embed)];
    return isToOneSpread(embed) ? keys : [...new Set(keys)];
  });
}

/** A function of the row, which PostgreSQL accepts in place of a column. */
function isComputed(node: ReadPlanNode, { field }: SelectedField): boolean {
  return field.name !== '*' && !node.columns.has(cutName(field.name));
}

/** `count()`, and `count` as a function of the row. */
function isCount(node: ReadPlanNode, item: SelectedField): boolean {
  return item.aggregate === null
    ? item.field.name === 'count' && isComputed(node, item)
    : item.aggregate.name === 'count';
}

function keysOf(spread: ReadPlanNode): string[] {
  return spread.fields.flatMap((item) => {
    if (item.aggregate !== null) return [cutName(item.alias ?? item.aggregate.name)];
    return item.field.name === '*' ? [...spread.columns.keys()] : [cutName(selectedFieldName(item))];
  });
}
