import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateQuery } from '../src/rest/fuzz/generate-query.ts';
import { libraryWords } from '../src/rest/fuzz/library-schema.ts';
import { Random } from '../src/rest/fuzz/random.ts';
import { ask, startLibrary } from './rest-library.ts';
import type { Ask } from './rest-library.ts';
import type { WireServer } from './server.ts';

let server: WireServer;

beforeAll(async () => {
  server = await startLibrary();
});

afterAll(async () => {
  await server.close();
});

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

function request(random: Random): { path: string; options: Ask } {
  const { table, path } = random.pick(targets);
  const wildness = random.pick([0, 0, 0.05, 0.3]);
  const pairs = generateQuery(random, { ...libraryWords, table, wildness }).map(
    ([name, value]) =>
      `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(value.toWellFormed())}`,
  );
  const method = random.pick(['GET', 'GET', 'GET', 'HEAD', 'POST', 'PATCH', 'DELETE']);
  const headers = { accept: random.pick(accepts), prefer: `tx=rollback, ${random.pick(prefers)}` };
  const body =
    method === 'POST' || method === 'PATCH'
      ? { body: random.pick([{}, { title: 'x' }, [{ id: 1, name: 'y' }]]) }
      : {};
  return { path: `${path}${pairs.join('&')}`, options: { method, headers, ...body } };
}

test('P-170 generated requests are answered or refused, never with a fault of the server', async () => {
  const seed = 4_711;
  const random = new Random(seed);
  const statuses = new Map<number, number>();
  for (let round = 0; round < 200; round += 1) {
    const batch = Array.from({ length: 10 }, () => request(random));
    const answers = await Promise.all(batch.map(({ path, options }) => ask(server, path, options)));
    for (const [index, answer] of answers.entries()) {
      const asked = `seed ${seed}, round ${round}: ${JSON.stringify(batch[index])} → ${answer.text}`;
      expect(answer.status, asked).toBeLessThan(500);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.status < 400 || answer.text === '') continue;
      expect(Object.keys(answer.body as object), asked).toEqual(['code', 'message', 'details', 'hint']);
    }
  }
  expect(statuses.get(200) ?? 0).toBeGreaterThan(300);
});
