import type { Field, JsonStep } from './query-types.ts';
import type { TextReader } from './text-reader.ts';

const maxIndex = 2_147_483_647;

/** `name`, or `data->a->0->>b`. */
export function readField(reader: TextReader): Field {
  const name = reader.takeName();
  return { name, path: readJsonPath(reader) };
}

export function readJsonPath(reader: TextReader): JsonStep[] {
  const path: JsonStep[] = [];
  while (reader.peek(2) === '->') {
    const arrow = reader.take('->>') ? '->>' : '->';
    if (arrow === '->') reader.expect('->');
    path.push({ arrow, key: readKey(reader) });
  }
  return path;
}

function readKey(reader: TextReader): string | number {
  const quoted = reader.takeQuoted();
  if (quoted !== null) return quoted;
  let key = '';
  while (!reader.done && !'.,():"'.includes(reader.peek()) && reader.peek(2) !== '->') {
    key += reader.takeOne();
  }
  if (key === '') throw reader.failure('expecting JSON key');
  const index = /^-?\d+$/.test(key) ? Number(key) : Number.NaN;
  return Math.abs(index) <= maxIndex ? index : key;
}
