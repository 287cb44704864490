// Parses the conditions of a query string.
import { invalidQueryError, searchTooLongError, tooManySearchesError } from '../errors.ts';
import {
  isFilterOperatorName,
  filterOperatorNames,
  filterOperators,
  type FilterOperator,
  type FilterOperatorName,
} from '../operators.ts';
import { arrayLiteral } from '../quote.ts';
import { type FieldPath, readFieldPath, TextReader } from './text-reader.ts';

export interface OperatorExpression {
  operator: FilterOperatorName;
  /** A quantifier (`any`, `all`) or the language of a text search. */
  modifier: string | null;
  /** The value as written; a list as an array literal. */
  value: string;
}

export interface RowFilter {
  kind: 'filter';
  field: FieldPath;
  negated: boolean;
  condition: OperatorExpression;
}

export interface LogicTree {
  kind: 'logic';
  operator: 'and' | 'or';
  negated: boolean;
  children: readonly (RowFilter | LogicTree)[];
}

/** A rejected quantifier is still the start of a filter. */
const brackets: Record<FilterOperator['modifier'], string> = {
  quantifier: '(?:\\((?:any|all)\\))?',
  rejected: '(?:\\((?:any|all)\\))?',
  language: '(?:\\([^)]*\\))?',
  none: '',
};
const operatorStart = new RegExp(
  `^(?:not\\.)?(?:${filterOperatorNames.map((name) => name + brackets[filterOperators[name].modifier]).join('|')})\\.`,
);

/**
 * Whether a value is a filter. On a call by GET, any other value is an argument.
 *
 * @example
 *   looksLikeFilter('1') // false
 *   looksLikeFilter('equal.1') // false
 *   looksLikeFilter('constructor.1') // false
 *   looksLikeFilter('in(any).(1)') // false
 *   looksLikeFilter('is(any).null') // false
 *   looksLikeFilter('eq(some).1') // false
 *   looksLikeFilter('not.1') // false
 *   looksLikeFilter('neq(any).1') // true
 *   looksLikeFilter('fts().a') // true
 *   looksLikeFilter('like(all).{a}') // true
 */
export function looksLikeFilter(value: string): boolean {
  return operatorStart.test(value);
}

/**
 * `eq.5`, `not.in.(a,b)`, `like(any).{a*,b*}`
 *
 * @example
 *   parseOperatorExpression('eq.5') // { negated: false, condition: { operator: 'eq', modifier: null, value: '5' } }
 *   parseOperatorExpression('not.in.(a,b)') // { negated: true, condition: { operator: 'in', value: '{"a","b"}' } }
 *   parseOperatorExpression('like(any).{a*,b*}') // { condition: { operator: 'like', modifier: 'any', value: '{a*,b*}' } }
 *   parseOperatorExpression('fts(english).cat') // { condition: { operator: 'fts', modifier: 'english', value: 'cat' } }
 *   parseOperatorExpression('foo.1') // throws failed to parse filter (foo.1)
 *   parseOperatorExpression('is.maybe') // throws failed to parse filter (is.maybe)
 *   parseOperatorExpression('neq(any).{1}') // throws failed to parse filter
 *   parseOperatorExpression('cs(all).{1}') // throws failed to parse filter
 *   parseOperatorExpression('in(any).(1)') // throws failed to parse filter
 *   parseOperatorExpression('is(any).null') // throws failed to parse filter
 *   parseOperatorExpression('isdistinct(any).1') // throws failed to parse filter
 *   parseOperatorExpression('eq(some).{1}') // throws failed to parse filter
 */
export function parseOperatorExpression(text: string): { negated: boolean; condition: OperatorExpression } {
  const reader = new TextReader(text, 'filter');
  const result = readCondition(reader, () => reader.takeRest(), readArrayToEnd);
  reader.expectEnd();
  return result;
}

/** `column.not.eq.5` */
function readLogicFilter(reader: TextReader): RowFilter {
  const field = readFieldPath(reader);
  reader.expect('.');
  const { negated, condition } = readCondition(reader, readLogicValue, readLogicValue);
  return { kind: 'filter', field, negated, condition };
}

type ReadValue = (reader: TextReader) => string;

function readCondition(
  reader: TextReader,
  readValue: ReadValue,
  readQuantified: ReadValue,
): { negated: boolean; condition: OperatorExpression } {
  const negated = reader.take('not.');
  const start = reader.position;
  const name = reader.takeUntil('.(');
  if (!isFilterOperatorName(name)) {
    reader.back(start);
    throw reader.failure(`expecting "not" or operator (${filterOperatorNames.join(', ')})`);
  }
  const operator = filterOperators[name];
  const modifier = readModifier(reader, operator.modifier);
  reader.expect('.');
  const quantified = operator.modifier === 'quantifier' && modifier !== null;
  const value = readOperand(reader, operator.operand, quantified ? readQuantified : readValue);
  return { negated, condition: { operator: name, modifier, value } };
}

function readModifier(reader: TextReader, kind: FilterOperator['modifier']): string | null {
  if (kind === 'quantifier') return reader.take('(any)') ? 'any' : reader.take('(all)') ? 'all' : null;
  if (kind !== 'language' || !reader.take('(')) return null;
  const language = reader.takeName('text search configuration');
  reader.expect(')');
  return language;
}

function readOperand(reader: TextReader, kind: FilterOperator['operand'], readValue: ReadValue): string {
  if (kind === 'value') return readValue(reader);
  return kind === 'list' ? readList(reader) : readWord(reader, kind);
}

function readWord(reader: TextReader, words: readonly string[]): string {
  const start = reader.position;
  const word = reader.takeUntil(',)').toLowerCase();
  if (words.includes(word)) return word;
  reader.back(start);
  throw reader.failure(`expecting ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`);
}

function readList(reader: TextReader): string {
  reader.expect('(');
  const values: string[] = [];
  do values.push(readFullyQuoted(reader) ?? reader.takeUntil(',)'));
  while (reader.take(','));
  reader.expect(')');
  // `in.()` is empty, not a list of one empty text.
  const empty = values.length === 1 && values[0] === '';
  return arrayLiteral(empty ? [] : values);
}

/** Quoted text up to a separator; otherwise the quotes belong to a plain value. */
function readFullyQuoted(reader: TextReader): string | null {
  const start = reader.position;
  const quoted = reader.takeQuoted();
  if (quoted === null || reader.done || ',)'.includes(reader.peek())) return quoted;
  reader.back(start);
  return null;
}

function readArrayToEnd(reader: TextReader): string {
  if (reader.peek() !== '{') throw reader.failure('expecting "{"');
  return reader.takeRest();
}

function readLogicValue(reader: TextReader): string {
  const quoted = readFullyQuoted(reader);
  if (quoted !== null) return quoted;
  return readArrayLiteral(reader) ?? reader.takeUntil(',)');
}

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

const maxDepth = 50;

/**
 * `(a.eq.1,not.or(b.gt.2,c.is.null))`
 *
 * @example
 *   parseLogic('and', false, '(a.eq.1,not.or(b.gt.2,c.is.null))') // { operator: 'and', children: [{ field: { name: 'a' } }, { operator: 'or', negated: true }] }
 *   parseLogic('or', true, '(a.in.(1,2))') // { operator: 'or', negated: true, children: [{ condition: { value: '{"1","2"}' } }] }
 *   parseLogic('or', false, '(a.eq.1') // throws failed to parse logic tree ((a.eq.1)
 */
export function parseLogic(operator: 'and' | 'or', negated: boolean, text: string): LogicTree {
  const reader = new TextReader(text, 'logic tree');
  const children = readChildren(reader, 0);
  reader.expectEnd();
  return { kind: 'logic', operator, negated, children };
}

function readChildren(reader: TextReader, depth: number): (RowFilter | LogicTree)[] {
  if (depth > maxDepth) {
    throw invalidQueryError(
      'logic tree',
      reader.text.slice(0, 100),
      reader.position + 1,
      `nested more than ${maxDepth} deep`,
    );
  }
  reader.expect('(');
  const children: (RowFilter | LogicTree)[] = [];
  do children.push(readChild(reader, depth));
  while (reader.take(','));
  reader.expect(')');
  return children;
}

function readChild(reader: TextReader, depth: number): RowFilter | LogicTree {
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

/** Each reads the text of every row: thousands in one request would keep the database busy. */
const maxSearches = 50;
/** Characters; a full-text search looks up each word in every row. */
const maxSearchLength = 2_000;

/**
 * Throws PGRST100.
 *
 * @example
 *   checkTextSearchLimits([parseLogic('or', false, `(${'a.fts.b,'.repeat(50)}a.fts.b)`)]) // throws 50
 */
export function checkTextSearchLimits(conditions: Iterable<RowFilter | LogicTree>): void {
  let left = maxSearches;

  function visit(condition: RowFilter | LogicTree): void {
    if (condition.kind === 'logic') {
      for (const child of condition.children) visit(child);
      return;
    }
    left -= searchesIn(condition.condition);
    if (left < 0) throw tooManySearchesError(maxSearches);
  }

  for (const condition of conditions) visit(condition);
}

function searchesIn({ operator, modifier, value }: OperatorExpression): number {
  const { search } = filterOperators[operator];
  if (search === null) return 0;
  if (search === 'full-text') {
    if (value.length > maxSearchLength) throw searchTooLongError(maxSearchLength);
    return 1;
  }
  // An array literal. Commas inside quotes count too, so the result may be too high but never too low.
  return modifier === null ? 1 : value.split(',').length;
}
