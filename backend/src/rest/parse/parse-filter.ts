import { isOperatorName, operatorNames, operators } from '../operators.ts';
import type { Operator } from '../operators.ts';
import { arrayLiteral } from '../quote.ts';
import type { Condition, Filter } from './query-types.ts';
import { readField } from './read-field.ts';
import { TextReader } from './text-reader.ts';

/** A rejected quantifier is still the start of a filter. */
const brackets: Record<Operator['modifier'], string> = {
  quantifier: '(?:\\((?:any|all)\\))?',
  rejected: '(?:\\((?:any|all)\\))?',
  language: '(?:\\([^)]*\\))?',
  none: '',
};
const operatorStart = new RegExp(
  `^(?:not\\.)?(?:${operatorNames.map((name) => name + brackets[operators[name].modifier]).join('|')})\\.`,
);

/** On a call by GET every other value is an argument. */
export function looksLikeFilter(value: string): boolean {
  return operatorStart.test(value);
}

/** `eq.5`, `not.in.(a,b)`, `like(any).{a*,b*}` */
export function parseCondition(text: string): { negated: boolean; condition: Condition } {
  const reader = new TextReader(text, 'filter');
  const result = readCondition(reader, readToEnd, readArrayToEnd);
  reader.expectEnd();
  return result;
}

/** `column.not.eq.5` */
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
  if (!isOperatorName(name)) {
    reader.back(start);
    throw reader.failure(`expecting "not" or operator (${operatorNames.join(', ')})`);
  }
  const operator = operators[name];
  const modifier = readModifier(reader, operator.modifier);
  reader.expect('.');
  const quantified = operator.modifier === 'quantifier' && modifier !== null;
  const value = readOperand(reader, operator.operand, quantified ? readQuantified : readValue);
  return { negated, condition: { operator: name, modifier, value } };
}

function readModifier(reader: TextReader, kind: Operator['modifier']): string | null {
  if (kind === 'quantifier') return reader.take('(any)') ? 'any' : reader.take('(all)') ? 'all' : null;
  if (kind !== 'language' || !reader.take('(')) return null;
  const language = reader.takeName('text search configuration');
  reader.expect(')');
  return language;
}

function readOperand(reader: TextReader, kind: Operator['operand'], readValue: ReadValue): string {
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
  do values.push(readListItem(reader));
  while (reader.take(','));
  reader.expect(')');
  // `in.()` is empty, not a list of one empty text.
  const empty = values.length === 1 && values[0] === '';
  return arrayLiteral(empty ? [] : values);
}

function readListItem(reader: TextReader): string {
  return readFullyQuoted(reader) ?? reader.takeUntil(',)');
}

/** Quoted text up to a separator; otherwise the quotes belong to a plain value. */
function readFullyQuoted(reader: TextReader): string | null {
  const start = reader.position;
  const quoted = reader.takeQuoted();
  if (quoted === null || reader.done || ',)'.includes(reader.peek())) return quoted;
  reader.back(start);
  return null;
}

function readToEnd(reader: TextReader): string {
  return reader.takeRest();
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
