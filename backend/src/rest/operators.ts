// The filter operators: syntax, cost and SQL. Realtime has its own, smaller list.
import type { SqlParameters } from './quote.ts';

interface OperatorTest {
  /** The column, or the path inside JSON. */
  left: string;
  modifier: string | null;
  /** As written; a list as an array literal. */
  value: string;
  /** Whether the left side is a tsvector; also true if its type is not known. */
  isVector: () => boolean;
  parameters: SqlParameters;
}

export interface FilterOperator {
  /**
   * `eq(any)`, `fts(english)`. For `rejected` a quantifier is a syntax error, also on a call by GET, where other text
   * that is no filter counts as an argument.
   */
  modifier: 'quantifier' | 'language' | 'rejected' | 'none';
  /** A value, a list `(a,b)`, or one of these words in either case. */
  operand: 'value' | 'list' | readonly string[];
  /** A search reads the whole text of every row, so the number of searches is limited. */
  search: 'pattern' | 'full-text' | null;
  /** For a filter on an embed: by value, whether it must have rows. Null if the operator has no such filter. */
  embedHasRows: Readonly<Record<string, boolean>> | null;
  sql: (test: OperatorTest) => string;
}

function infix(
  symbol: string,
  syntax: Pick<FilterOperator, 'modifier' | 'search'>,
  toOperand = (value: string): string => value,
): FilterOperator {
  return {
    ...syntax,
    operand: 'value',
    embedHasRows: null,
    sql: ({ left, modifier, value, parameters }) => {
      const placeholder = parameters.add(toOperand(value));
      const right = modifier === null ? placeholder : `${modifier.toUpperCase()} (${placeholder})`;
      return `${left} ${symbol} ${right}`;
    },
  };
}

function comparison(symbol: string): FilterOperator {
  return infix(symbol, { modifier: 'quantifier', search: null });
}

function unquantified(symbol: string): FilterOperator {
  return infix(symbol, { modifier: 'rejected', search: null });
}

/** `*` means `%`, which would have to be encoded in a URL. */
function pattern(symbol: string): FilterOperator {
  return infix(symbol, { modifier: 'quantifier', search: 'pattern' }, (value) => value.replaceAll('*', '%'));
}

function regularExpression(symbol: string): FilterOperator {
  return infix(symbol, { modifier: 'quantifier', search: 'pattern' });
}

/** A text column becomes a tsvector with the query's own configuration. */
function textSearch(toQuery: string): FilterOperator {
  return {
    modifier: 'language',
    operand: 'value',
    search: 'full-text',
    embedHasRows: null,
    sql: ({ left, modifier, value, isVector, parameters }) => {
      const language = modifier === null ? '' : `${parameters.add(modifier)}::regconfig, `;
      const vector = isVector() ? left : `to_tsvector(${language}${left})`;
      return `${vector} @@ ${toQuery}(${language}${parameters.add(value)})`;
    },
  };
}

const truthTests: Readonly<Record<string, string>> = {
  null: 'IS NULL',
  not_null: 'IS NOT NULL',
  true: 'IS TRUE',
  false: 'IS FALSE',
  unknown: 'IS UNKNOWN',
};

/** Error messages list the names in this order. */
const table = {
  eq: comparison('='),
  neq: unquantified('<>'),
  gt: comparison('>'),
  gte: comparison('>='),
  lt: comparison('<'),
  lte: comparison('<='),
  like: pattern('LIKE'),
  ilike: pattern('ILIKE'),
  match: regularExpression('~'),
  imatch: regularExpression('~*'),
  cs: unquantified('@>'),
  cd: unquantified('<@'),
  ov: unquantified('&&'),
  sl: unquantified('<<'),
  sr: unquantified('>>'),
  nxl: unquantified('&>'),
  nxr: unquantified('&<'),
  adj: unquantified('-|-'),
  in: {
    modifier: 'none',
    operand: 'list',
    search: null,
    embedHasRows: null,
    sql: ({ left, value, parameters }) => `${left} = ANY (${parameters.add(value)})`,
  },
  is: {
    modifier: 'none',
    operand: Object.keys(truthTests),
    search: null,
    embedHasRows: { null: false, not_null: true },
    sql: ({ left, value }) => `${left} ${truthTests[value]}`,
  },
  isdistinct: {
    modifier: 'none',
    operand: 'value',
    search: null,
    embedHasRows: null,
    sql: ({ left, value, parameters }) => `${left} IS DISTINCT FROM ${parameters.add(value)}`,
  },
  fts: textSearch('to_tsquery'),
  plfts: textSearch('plainto_tsquery'),
  phfts: textSearch('phraseto_tsquery'),
  wfts: textSearch('websearch_to_tsquery'),
} satisfies Record<string, FilterOperator>;

export type FilterOperatorName = keyof typeof table;

export const filterOperators: Readonly<Record<FilterOperatorName, FilterOperator>> = table;

export const filterOperatorNames = Object.keys(table) as FilterOperatorName[];

export function isFilterOperatorName(name: string): name is FilterOperatorName {
  return Object.hasOwn(table, name);
}
