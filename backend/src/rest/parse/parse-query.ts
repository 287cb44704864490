import { badQuery, badRange, nulByte, tooLongSearch, tooManySearches } from '../errors.ts';
import { looksLikeFilter, parseCondition, readLogicFilter } from './parse-filter.ts';
import { parseSelect } from './parse-select.ts';
import type {
  EmbedPath,
  Field,
  Filter,
  LogicTree,
  OrderTerm,
  ParsedQuery,
  RowRange,
  SelectItem,
  Condition,
} from './query-types.ts';
import { readField } from './read-field.ts';
import { TextReader } from './text-reader.ts';
import { operators } from '../operators.ts';

interface Draft {
  select: readonly SelectItem[] | null;
  where: { path: EmbedPath; condition: Filter | LogicTree }[];
  order: { path: EmbedPath; terms: readonly OrderTerm[] }[];
  ranges: Map<string, { path: EmbedPath; range: RowRange }>;
  columns: readonly string[] | null;
  onConflict: readonly string[] | null;
  params: [string, string][];
}

/** `call`: a function called by GET or HEAD, where a value not of the form `op.value` is an argument. */
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
    if (key.includes('\0') || value.includes('\0')) throw nulByte();
    readPair(draft, key, value, call);
  }
  limitTextSearches(draft.where.map(({ condition }) => condition));
  return { ...draft, select: draft.select ?? parseSelect('*'), ranges: [...draft.ranges.values()] };
}

function readPair(draft: Draft, key: string, value: string, call: boolean): void {
  if (key === 'select') draft.select ??= parseSelect(value);
  else if (key === 'columns') draft.columns ??= parseNames(value, 'columns parameter');
  else if (key === 'on_conflict') draft.onConflict ??= parseNames(value, 'on_conflict parameter');
  // The API key may come in the URL.
  else if (key === 'apikey') return;
  else {
    const { path, last } = splitKey(key);
    if (last === 'order') {
      if (value !== '') draft.order.push({ path, terms: parseOrder(value) });
    } else if (last === 'limit' || last === 'offset') readRange(draft, path, last, value);
    else if (last === 'and' || last === 'or') readLogic(draft, path, last, value);
    else if (call && path.length === 0 && !looksLikeFilter(value)) draft.params.push([key, value]);
    else {
      const field = parseField(last);
      draft.where.push({ path, condition: { kind: 'filter', field, ...parseCondition(value) } });
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
    throw badRange('Limit should be greater than or equal to zero.');
  if (!/^\d{1,18}$/.test(value)) throw badQuery(kind, value, 1, 'expecting a whole number');
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
    path.push(unquote(key.slice(start, reader.position - 1)));
    start = reader.position;
  }
  return { path, last: key.slice(start) };
}

function unquote(name: string): string {
  return new TextReader(name, 'tree path').takeName();
}

function parseField(text: string): Field {
  const reader = new TextReader(text, 'tree path');
  const field = readField(reader);
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

/** Each reads the text of every row: thousands in one request would keep the database busy. */
const maxSearches = 50;
/** Characters; a full-text search looks up each word in every row. */
const maxSearchLength = 2_000;

/** Throws PGRST100. */
function limitTextSearches(conditions: Iterable<Filter | LogicTree>): void {
  let left = maxSearches;

  function visit(condition: Filter | LogicTree): void {
    if (condition.kind === 'logic') {
      for (const child of condition.children) visit(child);
      return;
    }
    left -= searchesIn(condition.condition);
    if (left < 0) throw tooManySearches(maxSearches);
  }

  for (const condition of conditions) visit(condition);
}

function searchesIn({ operator, modifier, value }: Condition): number {
  const { search } = operators[operator];
  if (search === null) return 0;
  if (search === 'full-text') {
    if (value.length > maxSearchLength) throw tooLongSearch(maxSearchLength);
    return 1;
  }
  // An array literal; commas inside quotes count too, on the safe side.
  return modifier === null ? 1 : value.split(',').length;
}

/** `created_at.desc.nullslast,author(name).asc` */
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
    const field = readField(reader);
    reader.expect(')');
    return { relation, field, ...readModifiers(reader) };
  }
  reader.back(start);
  relation = null;
  return { relation, field: readField(reader), ...readModifiers(reader) };
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

const maxDepth = 50;

/** `(a.eq.1,not.or(b.gt.2,c.is.null))` */
function parseLogic(operator: 'and' | 'or', negated: boolean, text: string): LogicTree {
  const reader = new TextReader(text, 'logic tree');
  const children = readChildren(reader, 0);
  reader.expectEnd();
  return { kind: 'logic', operator, negated, children };
}

function readChildren(reader: TextReader, depth: number): (Filter | LogicTree)[] {
  if (depth > maxDepth) {
    throw badQuery(
      'logic tree',
      reader.text.slice(0, 100),
      reader.position + 1,
      `nested more than ${maxDepth} deep`,
    );
  }
  reader.expect('(');
  const children: (Filter | LogicTree)[] = [];
  do children.push(readChild(reader, depth));
  while (reader.take(','));
  reader.expect(')');
  return children;
}

function readChild(reader: TextReader, depth: number): Filter | LogicTree {
  const head = /^(not\.)?(and|or)\(/.exec(reader.peek(8));
  if (!head) return readLogicFilter(reader);
  const operator = head[2] === 'or' ? 'or' : 'and';
  reader.expect(`${head[1] ?? ''}${operator}`);
  return {
    kind: 'logic',
    operator,
    negated: head[1] !== undefined,
    children: readChildren(reader, depth + 1),
  };
}
