import { badQuery } from '../errors.ts';
import type { Aggregate, SelectEmbed, SelectedField, SelectItem } from './query-types.ts';
import { readField } from './read-field.ts';
import { TextReader } from './text-reader.ts';

/** Each level multiplies the rows of the response. */
const maxEmbedDepth = 10;
/** Columns and embeds in all; each is planned and named again for every request. */
const maxItems = 200;
const aggregates = ['count', 'sum', 'avg', 'min', 'max'] as const;

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
  const field = readField(reader);
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
  return badQuery('select parameter', reader.text.slice(0, 100), reader.position + 1, limit);
}
