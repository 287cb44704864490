import { badQuery, badRange, nulByte } from '../errors.ts';
import { limitTextSearches } from './limit-text-searches.ts';
import { looksLikeFilter, parseCondition } from './parse-filter.ts';
import { parseLogic } from './parse-logic.ts';
import { parseOrder } from './parse-order.ts';
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
} from './query-types.ts';
import { readField } from './read-field.ts';
import { TextReader } from './text-reader.ts';

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
