import type { SupabaseClient } from '@supabase/supabase-js';
import { beforeAll, expect, test } from 'vitest';
import { startLibrary } from './library.ts';
import { setUp } from '../set-up.ts';

let client: SupabaseClient;

const server = setUp(startLibrary);

beforeAll(async () => {
  client = server.client();
});

// The return type of select() of an untyped client has no name that can be imported.
function books() {
  return client.from('books').select('id').order('id');
}

const filters: [string, (query: ReturnType<typeof books>) => ReturnType<typeof books>, number[]][] = [
  ['eq', (query) => query.eq('id', 2), [2]],
  ['neq', (query) => query.neq('id', 2), [1, 3, 4]],
  ['gt', (query) => query.gt('pages', 120), [1, 3]],
  ['gte', (query) => query.gte('pages', 120), [1, 2, 3]],
  ['lt', (query) => query.lt('pages', 120), [4]],
  ['lte', (query) => query.lte('pages', 120), [2, 4]],
  ['like', (query) => query.like('title', '%Engines'), [1, 2]],
  ['likeAllOf', (query) => query.likeAllOf('title', ['%Engines', 'Notes%']), [2]],
  ['likeAnyOf', (query) => query.likeAnyOf('title', ['Eng%', 'Orp%']), [1, 4]],
  ['ilike', (query) => query.ilike('title', '%engines'), [1, 2]],
  ['ilikeAllOf', (query) => query.ilikeAllOf('title', ['%engines', 'notes%']), [2]],
  ['ilikeAnyOf', (query) => query.ilikeAnyOf('title', ['eng%', 'orp%']), [1, 4]],
  ['regexMatch', (query) => query.regexMatch('title', '^Eng'), [1]],
  ['regexIMatch', (query) => query.regexIMatch('title', '^eng'), [1]],
  ['is', (query) => query.is('author_id', null), [4]],
  ['isDistinct', (query) => query.isDistinct('author_id', 1), [3, 4]],
  ['in', (query) => query.in('title', ['Orphan', 'Engines, old']), [4]],
  ['notIn', (query) => query.notIn('id', [1, 2]), [3, 4]],
  ['contains', (query) => query.contains('tags', ['math']), [1, 2]],
  ['containedBy', (query) => query.containedBy('tags', ['math', 'old']), [1, 2, 4]],
  ['rangeGt', (query) => query.rangeGt('printed', '[2020-01-01,2020-12-31)'), [2]],
  ['rangeGte', (query) => query.rangeGte('printed', '[2021-01-01,2021-06-01)'), [2]],
  ['rangeLt', (query) => query.rangeLt('printed', '[2021-06-01,2021-07-01)'), [1]],
  ['rangeLte', (query) => query.rangeLte('printed', '[2020-06-01,2021-01-01)'), [1]],
  ['rangeAdjacent', (query) => query.rangeAdjacent('printed', '[2019-01-01,2020-01-01)'), [1]],
  ['overlaps', (query) => query.overlaps('tags', ['old', 'new']), [1, 3]],
  ['textSearch', (query) => query.textSearch('words', 'engine'), [1, 2]],
  [
    'textSearch, websearch',
    (query) => query.textSearch('title', 'engines -notes', { type: 'websearch', config: 'english' }),
    [1],
  ],
  ['match', (query) => query.match({ author_id: 1, pages: 120 }), [2]],
  ['not', (query) => query.not('id', 'in', '(1,2)'), [3, 4]],
  ['or', (query) => query.or('id.eq.1,and(pages.lt.100,author_id.is.null)'), [1, 4]],
  ['filter', (query) => query.filter('pages', 'gte', 250), [1, 3]],
  ['limit', (query) => query.limit(2), [1, 2]],
  ['range', (query) => query.range(1, 2), [2, 3]],
];

test.each(filters)('B-51 the client filters by %s', async (_name, add, expected) => {
  const { data, error } = await add(books());
  expect([error, data?.map((row) => row.id as number)]).toEqual([null, expected]);
});

test('B-50 the client can ask for csv, stripNulls, single and maybeSingle, and use throwOnError and setHeader', async () => {
  const { data: csv } = await client.from('editions').select('isbn').order('isbn').csv();
  expect(csv).toBe('isbn\n111\n333');
  const stripped = await client.from('authors').select('id, born').eq('id', 3).stripNulls();
  expect(stripped.data).toEqual([{ id: 3 }]);
  expect((await client.from('authors').select('id').eq('id', 3).single()).data).toEqual({ id: 3 });
  expect((await client.from('authors').select('id').eq('id', 99).maybeSingle()).data).toBeNull();
  await expect(client.from('authors').select('nope').throwOnError()).rejects.toMatchObject({ code: '42703' });
  const probed = await client.rpc('who').setHeader('x-probe', 'seen');
  expect(probed.data).toMatchObject({ role: 'anon', header: 'seen' });
  const zone = await client.rpc('who').setHeader('prefer', 'timezone=America/Toronto');
  expect(zone.data).toMatchObject({ zone: 'America/Toronto' });
});

test('P-156 the client can abort a request', async () => {
  const asked = client.from('books').select('id').abortSignal(AbortSignal.abort());
  expect((await asked).error?.message).toMatch(/abort/i);
});

test('P-170 features that are not implemented return the errors of PostgREST', async () => {
  const plan = await client.from('books').select('id').explain();
  expect([plan.status, plan.error]).toMatchObject([406, { code: 'PGRST107', hint: null }]);
  const shapes = await client.from('books').select('id').geojson();
  expect([shapes.status, shapes.error]).toMatchObject([406, { code: 'PGRST107' }]);
  const row = await client.from('books').select('id, nearby(*)');
  expect([row.status, row.error]).toMatchObject([400, { code: 'PGRST200' }]);
});

test('B-50 the client can choose a schema', async () => {
  const hidden = await client.schema('auth').from('users').select('id');
  expect([hidden.status, hidden.error]).toMatchObject([406, { code: 'PGRST106', details: null }]);
  expect((await client.schema('public').from('editions').select('isbn')).data).toHaveLength(2);
});
