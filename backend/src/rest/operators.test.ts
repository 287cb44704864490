import { expect, test } from 'vitest';
import { filterOperatorNames, filterOperators, type FilterOperatorName } from './operators.ts';
import { looksLikeFilter, parseOperatorExpression } from './parse/parse-filter.ts';
import { SqlParameters } from './quote.ts';

const expected: Record<FilterOperatorName, [filter: string, sql: string, ...values: string[]][]> = {
  eq: [
    ['eq.5', 'c = $1', '5'],
    ['eq(any).{1,2}', 'c = ANY ($1)', '{1,2}'],
  ],
  neq: [['neq.5', 'c <> $1', '5']],
  gt: [
    ['gt.5', 'c > $1', '5'],
    ['gt(all).{1,2}', 'c > ALL ($1)', '{1,2}'],
  ],
  gte: [['gte.5', 'c >= $1', '5']],
  lt: [['lt.5', 'c < $1', '5']],
  lte: [['lte.5', 'c <= $1', '5']],
  like: [
    ['like.a*b', 'c LIKE $1', 'a%b'],
    ['like(any).{a*,b*}', 'c LIKE ANY ($1)', '{a%,b%}'],
  ],
  ilike: [['ilike.*a', 'c ILIKE $1', '%a']],
  match: [['match.^a*', 'c ~ $1', '^a*']],
  imatch: [['imatch(all).{a,b}', 'c ~* ALL ($1)', '{a,b}']],
  cs: [['cs.{a}', 'c @> $1', '{a}']],
  cd: [['cd.{a}', 'c <@ $1', '{a}']],
  ov: [['ov.[1,2)', 'c && $1', '[1,2)']],
  sl: [['sl.[1,2)', 'c << $1', '[1,2)']],
  sr: [['sr.[1,2)', 'c >> $1', '[1,2)']],
  nxl: [['nxl.[1,2)', 'c &> $1', '[1,2)']],
  nxr: [['nxr.[1,2)', 'c &< $1', '[1,2)']],
  adj: [['adj.[1,2)', 'c -|- $1', '[1,2)']],
  in: [
    ['in.(1,"a,b")', 'c = ANY ($1)', '{"1","a,b"}'],
    ['in.()', 'c = ANY ($1)', '{}'],
  ],
  is: [
    ['is.null', 'c IS NULL'],
    ['is.NOT_NULL', 'c IS NOT NULL'],
    ['is.true', 'c IS TRUE'],
    ['is.false', 'c IS FALSE'],
    ['is.unknown', 'c IS UNKNOWN'],
  ],
  isdistinct: [['isdistinct.5', 'c IS DISTINCT FROM $1', '5']],
  fts: [
    ['fts.a', 'c @@ to_tsquery($1)', 'a'],
    ['fts(english).a', 'c @@ to_tsquery($1::regconfig, $2)', 'english', 'a'],
  ],
  plfts: [['plfts.a b', 'c @@ plainto_tsquery($1)', 'a b']],
  phfts: [['phfts.a b', 'c @@ phraseto_tsquery($1)', 'a b']],
  wfts: [['wfts(simple).a -b', 'c @@ websearch_to_tsquery($1::regconfig, $2)', 'simple', 'a -b']],
};

function render(filter: string, isVector = true): [sql: string, ...values: unknown[]] {
  const { operator, modifier, value } = parseOperatorExpression(filter).condition;
  const parameters = new SqlParameters();
  const sql = filterOperators[operator].sql({
    left: 'c',
    modifier,
    value,
    isVector: () => isVector,
    parameters,
  });
  return [sql, ...parameters.values];
}

test.each(filterOperatorNames)(
  'B-51 the operator %s is parsed and becomes SQL, plain and negated',
  (name) => {
    for (const [filter, ...rendered] of expected[name]) {
      expect(render(filter)).toEqual(rendered);
      expect(render(`not.${filter}`)).toEqual(rendered);
      expect(parseOperatorExpression(`not.${filter}`).negated).toBe(true);
      expect(looksLikeFilter(filter) && looksLikeFilter(`not.${filter}`)).toBe(true);
    }
  },
);

test('B-51 a text search converts a text column, in its own language', () => {
  expect(render('fts(english).a', false)).toEqual([
    'to_tsvector($1::regconfig, c) @@ to_tsquery($1::regconfig, $2)',
    'english',
    'a',
  ]);
});
