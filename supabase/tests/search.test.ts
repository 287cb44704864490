import { beforeAll, describe, expect, test } from 'vitest';
import { setUpTestDatabase, catchErrorCode, type CallerName } from './test-database.ts';

const database = setUpTestDatabase();

const people = [
  ['Noor Haddad', 'noor@moosewick.example', 'Moosewick Dental'],
  ['Étienne Brossard', 'etienne@quillwater.example', 'Quillwater Law'],
  ['Tadeo Vance', 'tadeo@vancebikes.example', null],
  ['Percent 100%', 'percent@rate.example', 'Under_score, Inc.'],
  ['Back\\slash', 'back@slash.example', "O'Hara (North)"],
  // decomposed, as a phone may send it
  ['Zoe\u0308 Lévesque', 'zoe@atelier.example', 'L\u2019\u0152uvre'],
] as const;

beforeAll(async () => {
  for (const [i, [name, email, company]] of people.entries()) {
    await database.query(
      `insert into leads (name, email, company, phone, message, status, created_at)
       values ($1, $2, $3, '604-555-0112', 'secret words', $4, now() - $5 * interval '1 hour')`,
      [name, email, company, i === 1 ? 'contacted' : 'new', i],
    );
  }
});

function search(term: string, more: unknown[] = [], caller: CallerName = 'agent'): Promise<string[]> {
  return database.as(caller, async (session) => {
    const rows = await session.query<{ id: string }>(
      `select id from public.search_leads($1${more.map((_, i) => `, $${i + 2}`).join('')})`,
      [term, ...more],
    );
    const named = await session.query<{ id: string; name: string }>(`select id, name from public.leads`);
    return rows.map(({ id }) => named.find((lead) => lead.id === id)?.name ?? id);
  });
}

function count(term: string, status: string | null = null, caller: CallerName = 'agent'): Promise<number> {
  return database.as(caller, (session) =>
    session.value<number>(`select public.count_leads($1, $2) as n`, [term, status]),
  );
}

describe('P-106 search matches name, e-mail and company, in any case, and nothing else', () => {
  test.each([
    ['noor', ['Noor Haddad']],
    ['MOOSEWICK', ['Noor Haddad']],
    ['quillwater law', ['Étienne Brossard']],
    ['éTIENNE', ['Étienne Brossard']],
    ['ÉTIENNE', ['Étienne Brossard']],
    ['  tadeo ', ['Tadeo Vance']],
    ['ad', ['Noor Haddad', 'Tadeo Vance']],
    ['etienne', ['Étienne Brossard']],
    ['E\u0301tienne', ['Étienne Brossard']],
    ['levesque', ['Zoe\u0308 Lévesque']],
    ['ZOË LEVESQUE', ['Zoe\u0308 Lévesque']],
    ['oeuvre', ['Zoe\u0308 Lévesque']],
    ['l\u2019œuvre', ['Zoe\u0308 Lévesque']],
    ["l'oe", ['Zoe\u0308 Lévesque']],
    ['ïng', []],
    ['日本', []],
    ['604-555', []],
    ['secret', []],
    ['haddad noor', []],
    ['Haddad noor@', []],
  ])('P-106 the search finds leads by: %s', async (term, found) => {
    expect(await search(term)).toEqual(found);
    expect(await count(term)).toBe(found.length);
  });

  test.each([
    ['%', ['Percent 100%']],
    ['100%', ['Percent 100%']],
    ['_', ['Percent 100%']],
    ['r_s', ['Percent 100%']],
    ['score, inc', ['Percent 100%']],
    ['\\', ['Back\\slash']],
    ['k\\sla', ['Back\\slash']],
    ["o'hara (n", ['Back\\slash']],
    ['%_%', []],
    ['k\\', ['Back\\slash']],
    ['&', []],
    ['zq', []],
    ['--', []],
    ['a(', []],
    ['(n', ['Back\\slash']],
    ['.*', []],
    ['\u001f', []],
    ['x'.repeat(100_000), []],
  ])('characters with a meaning elsewhere are literal: %j', async (term, found) => {
    expect(await search(term)).toEqual(found);
    expect(await count(term)).toBe(found.length);
  });

  test("a NUL is rejected as a caller's mistake", async () => {
    expect(await catchErrorCode(search('a\u0000b'))).toBe('22021');
  });
});

describe('pages of the search', () => {
  test('an empty term lists all, newest first', async () => {
    expect(await search('')).toEqual(people.map(([name]) => name));
  });

  test('P-107 a search with a status finds only leads of that status', async () => {
    expect(await search('example', ['contacted'])).toEqual(['Étienne Brossard']);
    expect(await count('example', 'new')).toBe(5);
  });

  test('G-9 page after page gives every lead once, also those of one moment', async () => {
    await database.query('begin');
    await database.query(
      `insert into leads (name, email, created_at)
       select 'Same moment ' || i, i || '@moment.example', '2026-01-01' from generate_series(1, 23) as i`,
    );
    await database.query('commit');
    const seen = await database.as('agent', async (session) => {
      const ids: string[] = [];
      let cursor: { id: string; created_at: string } | undefined;
      do {
        const rows = await session.query<{ id: string; created_at: string }>(
          `select id, created_at::text from public.search_leads('moment', null, $1, $2, 5)`,
          [cursor?.created_at ?? null, cursor?.id ?? null],
        );
        ids.push(...rows.map(({ id }) => id));
        cursor = rows.length === 5 ? rows.at(-1) : undefined;
      } while (cursor !== undefined);
      return ids;
    });
    expect(seen).toHaveLength(23);
    expect(new Set(seen).size).toBe(23);
    await database.query(`delete from leads where email like '%@moment.example'`);
  });

  test('a page is never larger than 200, never smaller than one', async () => {
    await database.query(
      `insert into leads (name, email) select 'Many ' || i, i || '@many.example' from generate_series(1, 1100) as i`,
    );
    expect(await search('many', [null, null, null, 100_000])).toHaveLength(200);
    expect(await search('many', [null, null, null, -5])).toHaveLength(1);
    expect(await search('many', [null, null, null, null])).toHaveLength(50);
    expect(await count('many')).toBe(1001);
    await database.query(`delete from leads where email like '%@many.example'`);
  });
});

describe('G-4 P-153 who may search leads', () => {
  test.each(['waiting', 'viewer', 'editor', 'anonymous', 'banned', 'deleted', 'server'] as const)(
    'a caller of kind %s finds and counts no lead',
    async (caller) => {
      expect(await search('example', [], caller)).toEqual([]);
      expect(await count('example', null, caller)).toBe(0);
    },
  );
  test.each(['agent', 'owner', 'open'] as const)('a caller of kind %s finds leads', async (caller) => {
    expect(await count('example', null, caller)).toBe(6);
  });
  test('a visitor may not search leads', async () => {
    expect(await catchErrorCode(search('example', [], 'visitor'))).toBe('42501');
  });
});
