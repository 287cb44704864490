import type { OrderTerm } from './query-types.ts';
import { readField } from './read-field.ts';
import { TextReader } from './text-reader.ts';

/** `created_at.desc.nullslast,author(name).asc` */
export function parseOrder(text: string): OrderTerm[] {
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
