import { expect, test } from 'vitest';
import { generateQuery } from './fuzz/generate-query.ts';
import { libraryVocabulary } from './fuzz/library-schema.ts';
import { Random } from './fuzz/random.ts';
import { type PlainResponse, type PlainRequest, openPlainHttp } from './plain-http.ts';
import { startLibrary } from './library.ts';
import { fuzzRounds, fuzzSeed } from '../target.ts';
import { setUp } from '../set-up.ts';

const server = setUp(startLibrary);

const targets = [
  ...['books', 'authors', 'editions', 'shelves', 'book_shelves'].map((table) => ({
    table,
    path: `/${table}?`,
  })),
  { table: 'books', path: '/rpc/books_of?author=1&' },
  { table: 'books', path: '/rpc/numbers?most=3&' },
  { table: 'notes', path: '/notes?' },
];
const accepts = ['application/json', 'application/json', 'application/vnd.pgrst.object+json', 'text/csv'];
const prefers = [
  'count=exact',
  'count=planned',
  'count=estimated',
  'return=representation',
  'missing=default',
  'resolution=merge-duplicates',
];
const bodies = ['{}', '{"title":"x"}', '[{"id":1,"name":"y"}]'];

function generate(random: Random): PlainRequest {
  const { table, path } = random.pick(targets);
  const wildness = random.pick([0, 0, 0.05, 0.3]);
  const pairs = generateQuery(random, { ...libraryVocabulary, table, wildness }).map(
    ([name, value]) =>
      `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(value.toWellFormed())}`,
  );
  const method = random.pick(['GET', 'GET', 'GET', 'HEAD', 'POST', 'PATCH', 'DELETE']);
  const body = method === 'POST' || method === 'PATCH' ? random.pick(bodies) : undefined;
  const headers = {
    apikey: server.publishableKey,
    accept: random.pick(accepts),
    prefer: `tx=rollback, ${random.pick(prefers)}`,
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(body.length) }),
  };
  return { path: `/rest/v1${path}${pairs.join('&')}`, method, headers, body };
}

function fault({ status, text }: PlainResponse): string | null {
  if (status >= 500 || status < 200) return `status ${status}`;
  if (status < 400 || text === '') return null;
  const keys = Object.keys(JSON.parse(text) as object).join();
  return keys === 'code,message,details,hint' ? null : `keys ${keys}`;
}

const rounds = fuzzRounds(1_500, 20_000);
const connections = 24;

test('P-170 B-55 thousands of generated requests succeed or get a 4xx with the error envelope, never a 5xx', async () => {
  const seed = fuzzSeed(4_711);
  console.log(`rest/fuzz: seed ${seed} (FUZZ_SEED)`);
  const random = new Random(seed);
  const http = openPlainHttp(server.url, connections);
  const faults: string[] = [];
  let succeeded = 0;
  let left = rounds;

  async function sendNext(): Promise<void> {
    while (left-- > 0) {
      const request = generate(random);
      const response = await http.send(request);
      if (response.status < 300) succeeded += 1;
      const wrong = fault(response);
      if (wrong !== null)
        faults.push(`seed ${seed}: ${wrong}: ${JSON.stringify(request)} → ${response.text}`);
    }
  }

  await Promise.all(Array.from({ length: connections }, sendNext));
  http.close();
  expect(faults.slice(0, 5)).toEqual([]);
  // The generator must reach the database often enough for the test to mean something.
  expect(succeeded).toBeGreaterThan(rounds / 5);
  expect((await server.pool.query('select count(*)::int as books from books')).rows).toEqual([{ books: 4 }]);
}, 300_000);
