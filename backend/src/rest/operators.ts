// The filter operators of a query string: one entry each, with its syntax, its cost and its SQL. The parser, the
// limit on searches, filters on embeds and the SQL all read this table; realtime has a smaller list of its own.
import type { Parameters } from './sql/quote.ts';

export interface Operator {
  /**
   * What may follow the name in brackets: `eq(any)`, `fts(english)`. For `rejected` a quantifier is a syntax error,
   * also on a call by GET, where other text that is no filter counts as an argument.
   */
  modifier: 'quantifier' | 'language' | 'rejected' | 'none';
  /** What follows the dot: a value, a list `(a,b)`, or one of these words in either case. */
  operand: 'value' | 'list' | readonly string[];
  /** Reads the text of every row from end to end, so a request may use only so many. */
  search: 'pattern' | 'full-text' | null;
  /** On an embed in place of a column: whether a value asks that the embed has rows. null: not allowed there. */
  embedHasRows: Readonly<Record<string, boolean>> | null;
  sql: (test: OperatorTest) => string;
}

export interface OperatorTest {
  /** SQL of the column, or of the place inside JSON. */
  left: string;
  /** The text in brackets; null without. */
  modifier: string | null;
  /** As written; a list as an array literal. */
  value: string;
  /** Whether the left side is a tsvector; true also where its type is not known. */
  isVector: () => boolean;
  parameters: Parameters;
}

/** `left <symbol> value`, or `left <symbol> ANY (array)`. */
function infix(
  symbol: string,
  syntax: Pick<Operator, 'modifier' | 'search'>,
  toOperand = (value: string): string => value,
): Operator {
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

function comparison(symbol: string): Operator {
  return infix(symbol, { modifier: 'quantifier', search: null });
}

function unquantified(symbol: string): Operator {
  return infix(symbol, { modifier: 'rejected', search: null });
}

/** `*` stands for `%`, which would have to be encoded in a URL. */
function pattern(symbol: string): Operator {
  return infix(symbol, { modifier: 'quantifier', search: 'pattern' }, (value) => value.replaceAll('*', '%'));
}

function regularExpression(symbol: string): Operator {
  return infix(symbol, { modifier: 'quantifier', search: 'pattern' });
}

/** A text column is made a tsvector with the same configuration as the query. */
function textSearch(toQuery: string): Operator {
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
} satisfies Record<string, Operator>;

export type OperatorName = keyof typeof table;

export const operators: Readonly<Record<OperatorName, Operator>> = table;

export const operatorNames = Object.keys(table) as OperatorName[];

export function isOperatorName(name: string): name is OperatorName {
  return Object.hasOwn(table, name);
}
