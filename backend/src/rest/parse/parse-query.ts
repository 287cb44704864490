// Parses a query string, before any table is known.
import { invalidQueryError, invalidRangeError, nulByteInTextError } from '../errors.ts';
import {
  type RowFilter,
  checkTextSearchLimits,
  type LogicTree,
  looksLikeFilter,
  parseOperatorExpression,
  parseLogic,
} from './parse-filter.ts';
import { type FieldPath, readFieldPath, TextReader } from './text-reader.ts';

interface Aggregate {
  name: 'count' | 'sum' | 'avg' | 'min' | 'max';
  /** The cast of the aggregate's result. */
  cast: string | null;
}

export interface SelectedField {
  kind: 'field';
  /** `*`: all columns. */
  field: FieldPath;
  alias: string | null;
  /** The cast of the column's value, before an aggregate. */
  cast: string | null;
  aggregate: Aggregate | null;
}

interface SelectEmbed {
  kind: 'embed';
  relation: string;
  alias: string | null;
  hint: string | null;
  join: 'inner' | 'left' | null;
  spread: boolean;
  items: readonly SelectItem[];
}

export type SelectItem = SelectedField | SelectEmbed;

export interface OrderTerm {
  /** The to-one embed whose column orders this level. */
  relation: string | null;
  field: FieldPath;
  direction: 'asc' | 'desc' | null;
  nulls: 'first' | 'last' | null;
}

/** Nested embeds, outermost first; empty for the root. */
export type EmbedPath = readonly string[];

export interface RowRange {
  offset: number;
  limit: number | null;
}

export interface ParsedQuery {
  select: readonly SelectItem[];
  where: readonly { path: EmbedPath; condition: RowFilter | LogicTree }[];
  order: readonly { path: EmbedPath; terms: readonly OrderTerm[] }[];
  ranges: readonly { path: EmbedPath; range: RowRange }[];
  /** null: the keys of the body. */
  columns: readonly string[] | null;
  onConflict: readonly string[] | null;
  /** The parameters of a call by GET, in order; names may repeat. */
  params: readonly (readonly [name: string, value: string])[];
}

interface Draft {
  select: readonly SelectItem[] | null;
  where: { path: EmbedPath; condition: RowFilter | LogicTree }[];
  order: { path: EmbedPath; terms: readonly OrderTerm[] }[];
  ranges: Map<string, { path: EmbedPath; range: RowRange }>;
  columns: readonly string[] | null;
  onConflict: readonly string[] | null;
  params: [string, string][];
}

/**
 * `call`: a function called by GET or HEAD, where a value not of the form `op.value` is an argument.
 *
 * @example
 *   parseQuery([['id', 'eq.5']], false).where // [{ path: [], condition: { field: { name: 'id' }, condition: { operator: 'eq', value: '5' } } }]
 *   parseQuery([['films.actors.data->a->0->>b', 'not.eq.x.y']], false).where // [{ path: ['films', 'actors'], condition: { kind: 'filter', field: { name: 'data', path: [{}, {}, { arrow: '->>', key: 'b' }] }, negated: true, condition: { operator: 'eq', modifier: null, value: 'x.y' } } }]
 *   parseQuery([['limit', '5'], ['films.offset', '2']], false).ranges // [{ path: [], range: { limit: 5 } }, { path: ['films'], range: { offset: 2 } }]
 *   parseQuery([['limit', '5'], ['offset', '2'], ['films.limit', '1']], false).ranges // [{ path: [], range: { offset: 2, limit: 5 } }, { path: ['films'], range: { offset: 0, limit: 1 } }]
 *   parseQuery([['a', '1'], ['b', 'eq.2'], ['c', 'equal.3'], ['a', 'x.y'], ['d', 'in.(1)']], true) // { params: [['a', '1'], ['c', 'equal.3'], ['a', 'x.y']], where: [{ condition: { field: { name: 'b' } } }, { condition: { field: { name: 'd' } } }] }
 *   parseQuery([['columns', 'a,"b c",a'], ['on_conflict', 'k']], false) // { columns: ['a', 'b c'], onConflict: ['k'] }
 *   parseQuery([['limit', 'many']], false) // throws failed to parse limit (many)
 */
export function parseQuery(pairs: Iterable<readonly [string, string]>, call: boolean): ParsedQuery {
  const draft: Draft = {
    select: null,
    where: [],
    order: [],
    ranges: new Map(),
    columns: null,
    onConflict: null,
    params: [],
  };
  for (const [key, value] of pairs) {
    if (key.includes('\0') || value.includes('\0')) throw nulByteInTextError();
    readPair(draft, key, value, call);
  }
  checkTextSearchLimits(draft.where.map(({ condition }) => condition));
  return { ...draft, select: draft.select ?? parseSelect('*'), ranges: [...draft.ranges.values()] };
}

const reserved = new Set(['order', 'limit', 'offset', 'and', 'or']);

function readPair(draft: Draft, key: string, value: string, call: boolean): void {
  if (key === 'select') draft.select ??= parseSelect(value);
  else if (key === 'columns') draft.columns ??= parseNames(value, 'columns parameter');
  else if (key === 'on_conflict') draft.onConflict ??= parseNames(value, 'on_conflict parameter');
  // The API key may be in the URL.
  else if (key === 'apikey') return;
  // Any name may be that of a parameter, also one that is no valid path.
  else if (call && !looksLikeFilter(value) && !reserved.has(key.slice(key.lastIndexOf('.') + 1)))
    draft.params.push([key, value]);
  else {
    const { path, last } = splitKey(key);
    if (last === 'order') {
      if (value !== '') draft.order.push({ path, terms: parseOrder(value) });
    } else if (last === 'limit' || last === 'offset') readRange(draft, path, last, value);
    else if (last === 'and' || last === 'or') readLogic(draft, path, last, value);
    else {
      const field = parseField(last);
      draft.where.push({ path, condition: { kind: 'filter', field, ...parseOperatorExpression(value) } });
    }
  }
}

function readLogic(draft: Draft, path: EmbedPath, operator: 'and' | 'or', value: string): void {
  const negated = path.at(-1) === 'not';
  draft.where.push({
    path: negated ? path.slice(0, -1) : path,
    condition: parseLogic(operator, negated, value),
  });
}

function readRange(draft: Draft, path: EmbedPath, kind: 'limit' | 'offset', value: string): void {
  if (value === '') return;
  if (kind === 'limit' && /^-\d+$/.test(value))
    throw invalidRangeError('Limit should be greater than or equal to zero.');
  if (!/^\d{1,18}$/.test(value)) throw invalidQueryError(kind, value, 1, 'expecting a whole number');
  const number = Math.min(Number(value), Number.MAX_SAFE_INTEGER);
  const id = JSON.stringify(path);
  const range = draft.ranges.get(id)?.range ?? { offset: 0, limit: null };
  draft.ranges.set(id, { path, range: { ...range, [kind]: number } });
}

/** Splits `films.actors.name->a` at the dots outside quotes and JSON paths. */
function splitKey(key: string): { path: string[]; last: string } {
  const path: string[] = [];
  const reader = new TextReader(key, 'tree path');
  let start = 0;
  while (!reader.done) {
    reader.takeName();
    if (!reader.take('.')) break;
    path.push(new TextReader(key.slice(start, reader.position - 1), 'tree path').takeName());
    start = reader.position;
  }
  return { path, last: key.slice(start) };
}

function parseField(text: string): FieldPath {
  const reader = new TextReader(text, 'tree path');
  const field = readFieldPath(reader);
  reader.expectEnd();
  return field;
}

function parseNames(text: string, part: string): string[] {
  const reader = new TextReader(text, part);
  const names: string[] = [];
  if (text === '') return names;
  do names.push(reader.takeName());
  while (reader.take(','));
  reader.expectEnd();
  return [...new Set(names)];
}

/**
 * `created_at.desc.nullslast,author(name).asc`
 *
 * @example
 *   parseQuery([['order', 'created_at.desc.nullslast,r(b)'], ['films.order', 'c']], false).order // [{ path: [], terms: [{ relation: null, field: { name: 'created_at', path: [] }, direction: 'desc', nulls: 'last' }, { relation: 'r', field: { name: 'b', path: [] }, direction: null, nulls: null }] }, { path: ['films'], terms: [{ relation: null, field: { name: 'c', path: [] }, direction: null, nulls: null }] }]
 *   parseQuery([['order', 'author(name).asc']], false).order // [{ terms: [{ relation: 'author', field: { name: 'name' }, direction: 'asc' }] }]
 *   parseQuery([['order', 'a.up']], false) // throws failed to parse order (a.up)
 */
function parseOrder(text: string): OrderTerm[] {
  const reader = new TextReader(text, 'order');
  const terms: OrderTerm[] = [];
  do terms.push(readTerm(reader));
  while (reader.take(','));
  reader.expectEnd();
  return terms;
}

function readTerm(reader: TextReader): OrderTerm {
  const start = reader.position;
  let relation: string | null = reader.takeName();
  if (reader.take('(')) {
    const field = readFieldPath(reader);
    reader.expect(')');
    return { relation, field, ...readModifiers(reader) };
  }
  reader.back(start);
  relation = null;
  return { relation, field: readFieldPath(reader), ...readModifiers(reader) };
}

function readModifiers(reader: TextReader): Pick<OrderTerm, 'direction' | 'nulls'> {
  let direction: OrderTerm['direction'] = null;
  let nulls: OrderTerm['nulls'] = null;
  if (reader.take('.asc')) direction = 'asc';
  else if (reader.take('.desc')) direction = 'desc';
  if (reader.take('.nullsfirst')) nulls = 'first';
  else if (reader.take('.nullslast')) nulls = 'last';
  if (!reader.done && reader.peek() !== ',')
    throw reader.failure('expecting asc, desc, nullsfirst, nullslast or ","');
  return { direction, nulls };
}

/** Each level multiplies the rows of the response. */
const maxEmbedDepth = 10;
/** Columns and embeds in all; each is planned and named again for every request. */
const maxItems = 200;
const aggregates = ['count', 'sum', 'avg', 'min', 'max'] as const;

/**
 * @example
 *   parseSelect('*') // [{ kind: 'field', field: { name: '*' } }]
 *   parseSelect('total:price.sum()::int') // [{ alias: 'total', field: { name: 'price' }, aggregate: { name: 'sum', cast: 'int' } }]
 *   parseSelect('doc->a->>b::text') // [{ field: { name: 'doc', path: [{ arrow: '->', key: 'a' }, { arrow: '->>', key: 'b' }] }, cast: 'text' }]
 *   parseSelect('author:people!by!inner(name)') // [{ kind: 'embed', alias: 'author', relation: 'people', hint: 'by', join: 'inner', items: [{}] }]
 *   parseSelect('...people(name)') // [{ kind: 'embed', relation: 'people', spread: true }]
 *   parseSelect('a,') // throws failed to parse select parameter (a,)
 */
export function parseSelect(text: string): SelectItem[] {
  const reader = new TextReader(text, 'select parameter');
  const budget = { items: maxItems };
  const items = text === '' ? [] : readItems(reader, 0, budget);
  reader.expectEnd();
  return items;
}

function readItems(reader: TextReader, depth: number, budget: { items: number }): SelectItem[] {
  const items: SelectItem[] = [];
  do {
    budget.items -= 1;
    if (budget.items < 0) throw tooMuch(reader, `at most ${maxItems} items can be selected`);
    items.push(readItem(reader, depth, budget));
  } while (reader.take(','));
  return items;
}

function readItem(reader: TextReader, depth: number, budget: { items: number }): SelectItem {
  if (reader.take('...')) return readEmbed(reader, null, true, depth, budget);
  if (reader.take('*')) return plainField('*');
  const alias = readAlias(reader);
  const start = reader.position;
  reader.takeName();
  const next = reader.peek();
  reader.back(start);
  if (next === '!') return readEmbed(reader, alias, false, depth, budget);
  if (next !== '(') return readColumn(reader, alias);
  if (reader.text.startsWith('count()', start)) {
    reader.expect('count()');
    return { ...plainField('*'), alias, aggregate: { name: 'count', cast: readCast(reader) } };
  }
  return readEmbed(reader, alias, false, depth, budget);
}

/** A double colon is a cast, not an alias. */
function readAlias(reader: TextReader): string | null {
  const start = reader.position;
  const name = reader.takeName();
  if (reader.peek() === ':' && reader.peek(2) !== '::') {
    reader.expect(':');
    return name;
  }
  reader.back(start);
  return null;
}

function readColumn(reader: TextReader, alias: string | null): SelectedField {
  const field = readFieldPath(reader);
  const cast = readCast(reader);
  const aggregate = reader.take('.') ? readAggregate(reader) : null;
  return { kind: 'field', field, alias, cast, aggregate };
}

function readAggregate(reader: TextReader): Aggregate {
  const start = reader.position;
  const word = reader.takeName('aggregate function');
  const name = aggregates.find((each) => each === word);
  if (name === undefined) {
    reader.back(start);
    throw reader.failure('expecting an aggregate function (count, sum, avg, min, max)');
  }
  reader.expect('()');
  return { name, cast: readCast(reader) };
}

function readCast(reader: TextReader): string | null {
  return reader.take('::') ? reader.takeName('type name') : null;
}

function readEmbed(
  reader: TextReader,
  alias: string | null,
  spread: boolean,
  depth: number,
  budget: { items: number },
): SelectEmbed {
  if (depth >= maxEmbedDepth) throw tooMuch(reader, `embeds can be nested ${maxEmbedDepth} deep`);
  const relation = reader.takeName('relation name');
  let hint: string | null = null;
  let join: SelectEmbed['join'] = null;
  while (reader.take('!')) {
    const word = reader.takeName('hint, inner or left');
    if (word === 'inner' || word === 'left') join = word;
    else hint = word;
  }
  reader.expect('(');
  const items = reader.peek() === ')' ? [] : readItems(reader, depth + 1, budget);
  reader.expect(')');
  return { kind: 'embed', relation, alias, hint, join, spread, items };
}

function plainField(name: string): SelectedField {
  return { kind: 'field', field: { name, path: [] }, alias: null, cast: null, aggregate: null };
}

function tooMuch(reader: TextReader, limit: string): Error {
  return invalidQueryError('select parameter', reader.text.slice(0, 100), reader.position + 1, limit);
}
