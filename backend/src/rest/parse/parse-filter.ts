import type { Condition, Filter, IsValue, Quantifier } from './query-types.ts';
import { readField } from './read-field.ts';
import { TextReader } from './text-reader.ts';

/** Operators that compare with one value; those marked true take `(any)` and `(all)`. */
const comparisons = new Map<string, boolean>([
  ['eq', true],
  ['neq', false],
  ['gt', true],
  ['gte', true],
  ['lt', true],
  ['lte', true],
  ['like', true],
  ['ilike', true],
  ['match', true],
  ['imatch', true],
  ['cs', false],
  ['cd', false],
  ['ov', false],
  ['sl', false],
  ['sr', false],
  ['nxl', false],
  ['nxr', false],
  ['adj', false],
]);
const textSearches = new Set(['fts', 'plfts', 'phfts', 'wfts']);
const isValues = new Set<string>(['null', 'not_null', 'true', 'false', 'unknown']);
const operatorList = `operator (${[...comparisons.keys()].join(', ')}, in, is, isdistinct, ${[...textSearches].join(', ')})`;
const operatorStart = new RegExp(
  `^(?:not\\.)?(?:(?:${[...comparisons.keys()].join('|')})(?:\\((?:any|all)\\))?|in|is|isdistinct|(?:${[...textSearches].join('|')})(?:\\([^)]*\\))?)\\.`,
);

/** Whether a value reads as `op.value`: on a function call by GET, everything else is an argument. */
export function looksLikeFilter(value: string): boolean {
  return operatorStart.test(value);
}

/** Parses the value of a column parameter: `eq.5`, `not.in.(a,b)`, `like(any).{a*,b*}`. */
export function parseCondition(text: string): { negated: boolean; condition: Condition } {
  const reader = new TextReader(text, 'filter');
  const result = readCondition(reader, readWholeValue, readRestAsValue);
  reader.expectEnd();
  return result;
}

/** Reads one leaf of a logic tree: `column.not.eq.5`. */
export function readLogicFilter(reader: TextReader): Filter {
  const field = readField(reader);
  reader.expect('.');
  const { negated, condition } = readCondition(reader, readLogicValue, readLogicValue);
  return { kind: 'filter', field, negated, condition };
}

type ReadValue = (reader: TextReader) => string;

function readCondition(
  reader: TextReader,
  readValue: ReadValue,
  readQuantified: ReadValue,
): { negated: boolean; condition: Condition } {
  const negated = reader.take('not.');
  const start = reader.position;
  const name = reader.takeUntil('.(');
  if (name === 'in') return { negated, condition: readIn(reader) };
  if (name === 'is') return { negated, condition: readIs(reader) };
  if (name === 'isdistinct') {
    reader.expect('.');
    return { negated, condition: { kind: 'isdistinct', value: readValue(reader) } };
  }
  if (textSearches.has(name)) return { negated, condition: readTextSearch(reader, name, readValue) };
  const quantifiable = comparisons.get(name);
  if (quantifiable === undefined) {
    reader.back(start);
    throw reader.failure(`expecting "not" or ${operatorList}`);
  }
  let quantifier: Quantifier | null = null;
  if (quantifiable && reader.take('(any)')) quantifier = 'any';
  else if (quantifiable && reader.take('(all)')) quantifier = 'all';
  reader.expect('.');
  const value = quantifier === null ? readValue(reader) : readQuantified(reader);
  return { negated, condition: { kind: 'compare', operator: name, quantifier, value } };
}

function readIs(reader: TextReader): Condition {
  reader.expect('.');
  const start = reader.position;
  const value = reader.takeUntil(',)').toLowerCase();
  if (!isValues.has(value)) {
    reader.back(start);
    throw reader.failure('expecting null, not_null, true, false or unknown');
  }
  return { kind: 'is', value: value as IsValue };
}

function readTextSearch(reader: TextReader, operator: string, readValue: ReadValue): Condition {
  let language: string | null = null;
  if (reader.take('(')) {
    language = reader.takeName('text search configuration');
    reader.expect(')');
  }
  reader.expect('.');
  return { kind: 'fts', operator, language, value: readValue(reader) };
}

function readIn(reader: TextReader): Condition {
  reader.expect('.');
  reader.expect('(');
  const values: string[] = [];
  do values.push(readListItem(reader));
  while (reader.take(','));
  reader.expect(')');
  // `in.()` is the empty list, not a list of one empty text.
  const empty = values.length === 1 && values[0] === '';
  return { kind: 'in', values: empty ? [] : values };
}

function readListItem(reader: TextReader): string {
  return readQuotedWhole(reader) ?? reader.takeUntil(',)');
}

/** Quoted text that reaches up to the next separator; otherwise the quotes are part of a plain value. */
function readQuotedWhole(reader: TextReader): string | null {
  const start = reader.position;
  const quoted = reader.takeQuoted();
  if (quoted === null || reader.done || ',)'.includes(reader.peek())) return quoted;
  reader.back(start);
  return null;
}

function readWholeValue(reader: TextReader): string {
  return reader.takeRest();
}

function readRestAsValue(reader: TextReader): string {
  if (reader.peek() !== '{') throw reader.failure('expecting "{"');
  return reader.takeRest();
}

function readLogicValue(reader: TextReader): string {
  const quoted = readQuotedWhole(reader);
  if (quoted !== null) return quoted;
  return readArrayLiteral(reader) ?? reader.takeUntil(',)');
}

/** An array literal `{…}` with its own commas, quotes and nesting, kept as written. */
function readArrayLiteral(reader: TextReader): string | null {
  if (reader.peek() !== '{') return null;
  const start = reader.position;
  let depth = 0;
  let inQuotes = false;
  while (!reader.done) {
    const character = reader.takeOne();
    if (character === '\\') reader.takeOne();
    else if (character === '"') inQuotes = !inQuotes;
    else if (!inQuotes && character === '{') depth += 1;
    else if (!inQuotes && character === '}') depth -= 1;
    if (depth === 0) return reader.text.slice(start, reader.position);
  }
  reader.back(start);
  return null;
}
