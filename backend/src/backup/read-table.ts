// Reads a small table of a restored database without planning a query, which calls functions of the table's indexes.
import { text } from 'node:stream/consumers';
import type { ClientBase } from 'pg';
import { to as copyTo } from 'pg-copy-streams';

/** Empty if there is no such table. Values are as PostgreSQL writes them. `table` is in lower-case letters. */
export async function readTable(client: ClientBase, table: string): Promise<Record<string, string | null>[]> {
  const { rows: relations } = await client.query<{ id: string; relkind: string }>(
    'select oid::regclass as id, relkind from pg_class',
  );
  if (!relations.some(({ id, relkind }) => id === table && relkind === 'r')) return [];
  const content = await text(client.query(copyTo(`copy ${table} to stdout (header)`)));
  const [names = [], ...lines] = content
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split('\t').map(unescapeValue));
  return lines.map((values) => Object.fromEntries(values.map((value, at) => [names[at] ?? '', value])));
}

const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

function unescapeValue(value: string): string | null {
  return value === '\\N' ? null : value.replace(/\\(.)/gs, (_, letter: string) => escapes[letter] ?? letter);
}
