// Tests how rows of counted tables are counted in what functions compose: JSON, lists and texts.
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { signJwt } from '../../src/tokens/jwt.ts';
import { startWireServer } from '../server.ts';
import { setUp } from '../set-up.ts';
import { fuzzRounds, fuzzSeed } from '../target.ts';
import { countDistinctMarks, countMarks, totalOf } from './count-marks.ts';
import { Random } from './fuzz/random.ts';
import { rowCountsSql } from './row-counts-sql.ts';

const seed = fuzzSeed(500);
const generated = generateFunctions(new Random(seed), fuzzRounds(80, 600));

const ownSql = `
  create function marks_with_status(wanted int[]) returns table (id int, is_changed boolean, former text)
    language plpgsql volatile as $$
    declare former jsonb;
    begin
      select coalesce(jsonb_agg(to_jsonb(each)), '[]') into former
      from (select p.id, p.mark from people p where p.id = any (wanted)) as each;
      return query select given.id, true, given.mark from jsonb_to_recordset(former) as given (id int, mark text);
    end $$;
  create function describe_person(wanted int) returns table (full_name text, since date) language sql stable as
    'select mark, born from people where people.id = wanted';
  create function team() returns table (number int, full_name text, since date) language plpgsql stable as
    $$ begin return query
      select p.id, described.* from people p cross join lateral describe_person(p.id) as described; end $$;
  create function towns_marks() returns setof text language sql stable as 'select all_of from towns';
  create function called_towns() returns setof text language sql stable as 'select * from towns_marks()';
  create function join_texts(given text[]) returns text language sql immutable as $$ select array_to_string(given, ' ') $$;
  create function joined_elsewhere() returns jsonb language sql stable as
    $$ select jsonb_build_object('all', join_texts(array_agg(mark))) from people $$;
  create function found_people(contact text) returns jsonb language plpgsql stable as
    $$ declare found jsonb; result jsonb := '{}'; begin
      execute format('select jsonb_agg(jsonb_build_object(%L, mark, %L, %L)) from people where id < 20', 'mark', 'words', repeat('no row, ', 99))
        into found;
      return result || jsonb_build_object('people', found, 'contact', contact);
    end $$;
  comment on function found_people(text) is '@composed';`;

const server = setUp(() =>
  startWireServer({ migrationsSql: [rowCountsSql, ownSql, ...generated.map(({ sql }) => sql)].join('\n') }),
);
const token = () =>
  signJwt({ sub: randomUUID(), role: 'authenticated', exp: Date.now() / 1000 + 600 }, server.jwtSecret);
let counted: Map<string, number>[] = [];

beforeAll(() =>
  server.backend?.onRowsRead(['public.people', 'public.letters'], ({ rows }) => counted.push(new Map(rows))),
);
beforeEach(() => void (counted = []));

async function call(name: string, args: object = {}, accept = 'application/json'): Promise<string> {
  const response = await fetch(`${server.url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: {
      apikey: server.publishableKey,
      authorization: `Bearer ${token()}`,
      'content-type': 'application/json',
      accept,
    },
    body: JSON.stringify(args),
  });
  const text = await response.text();
  expect(response.status, `${name}: ${text}`).toBe(200);
  return text;
}

const counts = () => totalOf(counted.flatMap((rows) => [...rows]));

describe('B-500 what a function returns counts as the rows that it returned', () => {
  test('a function that collects values and takes them apart again counts one for each row', async () => {
    for (const accept of ['application/json', 'text/csv']) {
      counted = [];
      const text = await call('marks_with_status', { wanted: [1, 2, 3, 4, 5, 60] }, accept);
      expect(countMarks(text)).toEqual({ 'public.people': 6 });
      if (accept === 'application/json') expect(counts()).toEqual({ 'public.people': 6 });
      expect(counts()['public.people']).toBeGreaterThanOrEqual(6);
    }
  });

  test('a function whose rows contain what another function describes counts one for each row', async () => {
    for (const accept of ['application/json', 'text/csv']) {
      counted = [];
      const marks = countMarks(await call('team', {}, accept));
      expect(marks).toEqual({ 'public.people': 59 });
      expect(counts()).toEqual(marks);
    }
  });

  test.each(['towns_marks', 'called_towns', 'joined_elsewhere'])(
    'texts that another relation or function joined never count less than they contain: %s',
    async (name) => {
      const marks = countMarks(await call(name));
      expect(marks['public.people']).toBeGreaterThan(9);
      expect(counts()['public.people']).toBeGreaterThanOrEqual(marks['public.people'] ?? 0);
    },
  );

  test('a function with dynamic SQL whose comment says @composed counts its objects and the text beside them', async () => {
    const marks = countMarks(await call('found_people', { contact: 'a@b.ca' }));
    expect(marks).toEqual({ 'public.people': 18 });
    expect(counts()).toEqual({ 'public.people': 19 });
  });

  test('for generated functions, JSON and lists count exactly what they contain, joined texts never less', async () => {
    for (const { name, sql, joins, relations } of generated) {
      counted = [];
      const text = await call(name);
      const marks = countMarks(text);
      // A large body is counted after it was sent.
      await vi.waitFor(() => {
        const found = counts();
        // A row that the statement read once can be there several times.
        for (const [table, rows] of Object.entries(countDistinctMarks(text)))
          expect(found[table], `${seed}: ${sql} ${text}`).toBeGreaterThanOrEqual(rows);
        if (joins) return;
        const all = Object.values(marks).reduce((sum, rows) => sum + rows, 0);
        for (const rows of Object.values(found)) expect(rows, `${seed}: ${sql}`).toBeLessThanOrEqual(all);
        const isOnce = isDeepStrictEqual(marks, countDistinctMarks(text));
        if (relations === 1 && isOnce) expect(found, `${seed}: ${sql}`).toEqual(marks);
      });
    }
  }, 300_000);
});

interface GeneratedFunction {
  name: string;
  sql: string;
  /** Whether one of its texts holds several rows. */
  joins: boolean;
  relations: number;
}

function generateFunctions(random: Random, count: number): GeneratedFunction[] {
  return Array.from({ length: count }, (_, index) => {
    const name = `generated_${index}`;
    const used = { joins: false, relations: new Set<string>() };
    const mayJoin = random.chance(0.4);
    const value = generateValue(random, used, mayJoin, 0);
    const header = `create function ${name}() returns`;
    const bodies = [
      () => `${header} jsonb language sql stable as $$ select ${value} $$;`,
      () => `${header} setof jsonb language sql stable as $$ select ${value} from generate_series(1, 1) $$;`,
      () =>
        `${header} jsonb language plpgsql stable as $$ declare made jsonb; begin select ${value} into made; return made; end $$;`,
      () =>
        `${header} table (kind text, data jsonb) language sql stable as $$ select null::text, ${value} $$;`,
      () => {
        used.joins = true;
        return `${header} text language sql stable as $$ select (${value})::text $$;`;
      },
      () => {
        used.joins = true;
        return `${header} text language plpgsql stable as $$ declare made text; begin select ${value} into made; return made; end $$;`;
      },
    ];
    const sql = random.pick(bodies)();
    return { name, sql, joins: used.joins, relations: used.relations.size };
  });
}

interface Used {
  joins: boolean;
  relations: Set<string>;
}

function generateValue(random: Random, used: Used, mayJoin: boolean, depth: number): string {
  const next = () => generateValue(random, used, mayJoin, depth + 1);
  const relation = random.pick(['people', 'people', 'letters']);
  const alias = `${relation[0]}${depth}`;
  const from = `from ${relation} ${alias} where ${alias}.id % ${2 + random.below(9)} = 1`;
  function ofRelation(value: string): string {
    used.relations.add(relation);
    return value;
  }
  function joined(value: string): string {
    used.joins = true;
    return ofRelation(value);
  }
  const kinds = [
    () => ofRelation(`(select coalesce(jsonb_agg(${alias}.mark), '[]') ${from})`),
    () => ofRelation(`(select to_jsonb(array_agg(${alias}.mark)) ${from})`),
    () =>
      ofRelation(`(select jsonb_agg(jsonb_build_object('id', ${alias}.id, 'mark', ${alias}.mark)) ${from})`),
    () => ofRelation(`(select jsonb_agg(to_jsonb(${alias}) - 'notes') ${from})`),
    () => ofRelation(`(select to_jsonb(${alias}) - 'notes' ${from} limit 1)`),
  ];
  const nested = [
    () => `jsonb_build_object('one', ${next()}, 'other', ${next()}, 'total', 7, 'id', gen_random_uuid())`,
    () => `jsonb_build_array(${next()}, 3, ${next()}, now())`,
    () =>
      ofRelation(
        `(select jsonb_agg(jsonb_build_object('mark', ${alias}.mark, 'more', ${next()})) ${from} and ${alias}.id < 9)`,
      ),
  ];
  const joining = [
    () => joined(`to_jsonb((select string_agg(${alias}.mark, ', ') ${from}))`),
    () => joined(`to_jsonb((select array_to_string(array_agg(${alias}.mark), ' ') ${from}))`),
    () => joined(`(select jsonb_object_agg(${alias}.mark, ${alias}.id) ${from})`),
    () => joined(`to_jsonb((select jsonb_agg(${alias}.mark) ${from})::text)`),
    () => joined(`to_jsonb((select array_agg(${alias}) ${from})::text)`),
    () => joined(`(select jsonb_agg(${alias}.mark || ' ' || ${alias}.id) ${from})`),
  ];
  const all = [...kinds, ...(depth < 3 ? nested : []), ...(mayJoin ? joining : [])];
  return random.pick(all)();
}
