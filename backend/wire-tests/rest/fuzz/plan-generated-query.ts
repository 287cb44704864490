import { parseAccept, parsePrefer } from '../../../src/rest/parse/parse-headers.ts';
import { parsePayload } from '../../../src/rest/parse/parse-payload.ts';
import { parseQuery } from '../../../src/rest/parse/parse-query.ts';
import { planRpcCall } from '../../../src/rest/plan/plan-rpc-call.ts';
import { planRead } from '../../../src/rest/plan/plan-read.ts';
import { planWrite } from '../../../src/rest/plan/plan-write.ts';
import { findTable } from '../../../src/rest/rest-context.ts';
import {
  buildRpcCallStatement,
  buildExplainStatement,
  buildReadStatement,
  buildWriteStatement,
  type ResponseBodyOptions,
  type UnnamedSqlStatement,
} from '../../../src/rest/sql/statements.ts';
import { BackendError } from '../../../src/errors/backend-error.ts';
import { generateQuery } from './generate-query.ts';
import { libraryVocabulary, librarySchema } from './library-schema.ts';
import type { Random } from './random.ts';
import { unquotedText } from './unquoted-text.ts';

const tables = ['books', 'authors', 'shelves', 'odd "table"; --'];
const preferences = [
  'return=representation',
  'return=minimal, resolution=merge-duplicates, missing=default',
  'return=headers-only, resolution=ignore-duplicates',
  'return=representation, resolution=merge-duplicates, missing=default',
];
const accepts = ['application/json', 'application/vnd.pgrst.object+json;nulls=stripped', 'text/csv'];
const bodies = ['{"title":"a"}', '[{"id":1,"title":"x"},{"id":2,"title":"y"}]', '[]', '{}', '{"\\"; zq":1}'];

async function statements(random: Random): Promise<UnnamedSqlStatement[]> {
  const name = random.pick(tables);
  const table = findTable(librarySchema, 'public', name);
  const pairs = generateQuery(random, {
    ...libraryVocabulary,
    table: name,
    wildness: random.pick([0, 0.05, 0.3]),
  });
  const options: ResponseBodyOptions = {
    format: parseAccept(random.pick(accepts)),
    body: random.chance(0.9),
    count: random.chance(0.3) ? { limit: random.chance(0.5) ? null : 5 } : null,
    maxBodyBytes: 1000,
  };
  const kind = random.below(10);
  if (kind < 6) {
    const node = planRead(librarySchema, table, parseQuery(pairs, false), { source: 'table', maxRows: 100 });
    return [buildReadStatement(node, options), buildExplainStatement(node)];
  }
  if (kind < 8) {
    const query = parseQuery(pairs, false);
    const request = {
      verb: random.pick(['insert', 'update', 'delete'] as const),
      table,
      query,
      preferences: parsePrefer(random.pick(preferences)),
      payload: await parsePayload(random.pick(bodies), null, query.columns),
    };
    return [buildWriteStatement(planWrite(librarySchema, request), options)];
  }
  const query = parseQuery([['author', '1'], ...pairs], true);
  const names = query.params.map(([name]) => name);
  const input = { type: null, names, given: { pairs: query.params } };
  const called = { schema: 'public', name: random.pick(['books_of', 'add_book']) };
  const plan = planRpcCall(librarySchema, called, input, query, 100);
  return [buildRpcCallStatement(plan, options)];
}

function placeholders(sql: string): number[] {
  const bare = sql.replace(/"(?:[^"]|"")*"| E'(?:[^'\\]|''|\\.)*'|'(?:[^']|'')*'/gs, ' ');
  return [...new Set([...bare.matchAll(/\$(\d+)/g)].map((match) => Number(match[1])))].sort((a, b) => a - b);
}

/** Whether it has no unquoted text, and a placeholder for every value. */
function isClean({ text, values }: UnnamedSqlStatement): boolean {
  const numbers = placeholders(text);
  return (
    unquotedText(text).length === 0 &&
    numbers.length === values.length &&
    numbers.every((n, at) => n === at + 1)
  );
}

/**
 * `planned`: number of statements (0: rejected). `fault`: unquoted text of the caller, or an error that is not the
 * caller's.
 */
export async function planGeneratedQuery(random: Random): Promise<{ planned: number; fault: string | null }> {
  try {
    const planned = await statements(random);
    return { planned: planned.length, fault: planned.find((sql) => !isClean(sql))?.text ?? null };
  } catch (error) {
    const rejected = error instanceof BackendError && error.status < 500;
    return { planned: 0, fault: rejected ? null : String(error) };
  }
}
