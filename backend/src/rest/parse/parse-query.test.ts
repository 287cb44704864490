import { expect, test } from 'vitest';
import { BackendError } from '../../errors/backend-error.ts';
import { parseQuery, parseSelect } from './parse-query.ts';

function where(query: string): unknown {
  return parseQuery(new URLSearchParams(query), false).where;
}

test('quoted names may contain dots, and quotes escaped by a backslash', () => {
  expect(where('"a.b"."c\\"d"=is.null')).toMatchObject([
    { path: ['a.b'], condition: { field: { name: 'c"d' }, condition: { operator: 'is', value: 'null' } } },
  ]);
});

test.each([
  ['fts.a', 'of full-text conditions'],
  ['ilike.*a*', 'of patterns'],
  ['not.imatch.a', 'of regular expressions'],
])('a request searches texts with at most 50 conditions: %s', (condition) => {
  const conditions = (count: number): string =>
    Array.from({ length: count }, () => `a.${condition}`).join(',');
  expect(where(`or=(${conditions(50)})`)).toHaveLength(1);
  for (const query of [
    `or=(${conditions(3000)})`,
    `or=(and(${conditions(26)}),not.or(${conditions(25)}))`,
    `b.or=(${conditions(30)})&${Array.from({ length: 21 }, () => `a=${condition}`).join('&')}`,
    `a=like(any).{${Array.from({ length: 51 }, () => '*b*').join(',')}}`,
    `a=wfts.${'b or '.repeat(500)}b`,
  ]) {
    expect(() => where(query), query.slice(0, 40)).toThrow(BackendError);
  }
  expect(where(`or=(${Array.from({ length: 3000 }, () => 'a.eq.1').join(',')})`)).toHaveLength(1);
});

test('the values of in keep commas and brackets inside quotes', () => {
  expect(where('a=in.("x,y)","q\\"",plain,)')).toMatchObject([
    { condition: { condition: { operator: 'in', value: String.raw`{"x,y)","q\"","plain",""}` } } },
  ]);
});

test('a logic tree nests and negates, and keeps array literals in one piece', () => {
  expect(where('rel.not.or=(a.eq.1,and(b.cs.{x,"y,z"},c.not.in.(1,2)))')).toMatchObject([
    {
      path: ['rel'],
      condition: {
        kind: 'logic',
        operator: 'or',
        negated: true,
        children: [
          { field: { name: 'a' } },
          {
            operator: 'and',
            children: [
              { condition: { value: '{x,"y,z"}' } },
              { negated: true, condition: { operator: 'in', value: '{"1","2"}' } },
            ],
          },
        ],
      },
    },
  ]);
});

test('select is parsed with alias, cast, JSON path, hint, join, spread and nesting', () => {
  expect(parseSelect('x:a->b::text,...c!fk(*),d:e!h!inner(f,g())')).toMatchObject([
    { kind: 'field', alias: 'x', cast: 'text', field: { name: 'a', path: [{ arrow: '->', key: 'b' }] } },
    { kind: 'embed', relation: 'c', hint: 'fk', spread: true, items: [{ field: { name: '*' } }] },
    {
      kind: 'embed',
      alias: 'd',
      relation: 'e',
      hint: 'h',
      join: 'inner',
      items: [{ field: { name: 'f' } }, { kind: 'embed', relation: 'g', items: [] }],
    },
  ]);
});

test('a syntax error names the part, the position and what was expected', () => {
  try {
    where('a=foo.1');
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(BackendError);
    expect(error).toMatchObject({
      status: 400,
      code: 'PGRST100',
      message: '"failed to parse filter (foo.1)" (line 1, column 1)',
    });
    expect((error as BackendError).details).toMatch(/^unexpected "f" expecting "not" or operator \(eq, /);
  }
});
