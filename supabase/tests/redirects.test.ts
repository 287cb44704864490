import { beforeEach, expect, test } from 'vitest';
import { catchErrorCode, setUpTestDatabase } from './test-database.ts';

const database = setUpTestDatabase();
const { call, callError } = database;

beforeEach(async () => {
  await database.query('delete from redirects');
  await database.query('delete from missed_paths');
});

function add(from: string, target: string): Promise<unknown> {
  return call('editor', 'insert into redirects (from_path, target) values ($1, $2)', [from, target]);
}

async function rejection(work: Promise<unknown>): Promise<string | null> {
  try {
    await work;
    return null;
  } catch (error) {
    const { detail, code } = error as { detail?: string; code: string };
    return code === 'P0001' ? (detail ?? null) : code;
  }
}

test('B-65 a visitor finds where one address leads, and never the list', async () => {
  await add('/Old', '/services');
  expect(await call('visitor', `select * from find_redirect('/OLD')`)).toEqual([
    { target: '/services', status: 301 },
  ]);
  expect(await call('visitor', `select * from find_redirect('/other')`)).toEqual([]);
  expect(await call('visitor', `select * from find_redirect(repeat('x', 100000))`)).toEqual([]);
  expect(await callError('visitor', 'select * from redirects')).toBe('42501');
});

test('B-65 no redirect leads back to itself, to another one, or from where one leads', async () => {
  expect(await rejection(add('/a', '/A?x=1#y'))).toBe('redirect_loop');
  expect(await rejection(add('/a', '/a/'))).toBe('redirect_loop');
  await add('/a', '/b');
  expect(await rejection(add('/b', '/a'))).toBe('redirect_chain');
  expect(await rejection(add('/c', '/a/?x#y'))).toBe('redirect_chain');
  expect(await rejection(add('/b', '/c'))).toBe('redirect_target');
  expect(await rejection(add('/A', '/d'))).toBe('23505');
  await add('/d', '/e');
  expect(await rejection(call('editor', `update redirects set target = '/a' where from_path = '/d'`))).toBe(
    'redirect_chain',
  );
  expect(
    await rejection(call('editor', `update redirects set from_path = '/b' where from_path = '/d'`)),
  ).toBe('redirect_target');
  await call('editor', `update redirects set target = '/f' where from_path = '/a'`);
  expect(await rejection(add('/b', '/c'))).toBe(null);
});

test('B-65 two that would make a circle together are not both made', async () => {
  const sessions = await Promise.all([database.open(), database.open()]);
  const pairs = [
    ['/x', '/y'],
    ['/y', '/x'],
  ] as const;
  const results = await Promise.all(
    pairs.map(([from, target], i) =>
      rejection(
        call('editor', 'insert into redirects (from_path, target) values ($1, $2)', [from, target], {
          session: sessions[i] ?? sessions[0],
        }),
      ),
    ),
  );
  expect(results.filter((result) => result === null)).toHaveLength(1);
  expect(results.filter((result) => result === 'redirect_chain')).toHaveLength(1);
});

test.each([
  'old',
  '/',
  '//evil.example',
  '/a?b',
  '/a#b',
  '/a b',
  '/\\a',
  '/a/',
  '/a\u0001',
  `/${'x'.repeat(500)}`,
])('G-54 a redirect from %j is rejected', async (from) =>
  expect(await catchErrorCode(add(from, '/services'))).toBe('23514'),
);

test.each([
  'services',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  'mailto:a@b.example',
  '/a\nb',
  '',
])('G-54 a redirect to %j is rejected', async (target) =>
  expect(await catchErrorCode(add('/old', target))).toBe('23514'),
);

async function count(paths: Record<string, number>): Promise<void> {
  await call('server', 'select record_missed_paths($1)', [JSON.stringify(paths)]);
}

const missed = () =>
  call('editor', 'select path, visits::int as visits from missed_paths order by visits desc, path limit 3');

test('B-65 addresses that visitors missed are counted; one that has its redirect is missed no more', async () => {
  await count({ '/Gone': 2, '/gone': 1, '/b': 1, [`/${'x'.repeat(300)}`]: 1 });
  await count({ '/b': 1 });
  expect(await missed()).toEqual([
    { path: '/gone', visits: 3 },
    { path: '/b', visits: 2 },
  ]);
  await add('/gone', '/services');
  expect(await missed()).toEqual([{ path: '/b', visits: 2 }]);
  for (const caller of ['visitor', 'editor', 'owner'] as const)
    expect(await callError(caller, `select record_missed_paths('{"/x": 1}')`)).toBe('42501');
});

test('B-65 of the 500 missed paths, invented ones replace only the least requested ones', async () => {
  await count({ '/often': 5 });
  for (const round of [1, 2, 3, 4]) {
    await count(Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`/made-up-${round}-${i}`, 1])));
  }
  expect(await call('server', 'select count(*)::int as total from missed_paths')).toEqual([{ total: 500 }]);
  expect((await missed())[0]).toEqual({ path: '/often', visits: 5 });
  expect(await call('server', `select from missed_paths where path like '/made-up-4-%'`)).toHaveLength(200);
});
