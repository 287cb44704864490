import type { Condition, Field, Filter, IsValue, LogicTree } from '../parse/query-types.ts';
import type { ReadNode } from '../plan/read-plan.ts';
import { embedOperator } from '../errors.ts';
import { arrayLiteral } from './quote.ts';
import type { Parameters } from './quote.ts';
import { fieldSql } from './render-field.ts';

const operators: Record<string, string> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'LIKE',
  ilike: 'ILIKE',
  match: '~',
  imatch: '~*',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
};

const textSearches: Record<string, string> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
};

const tests: Record<IsValue, string> = {
  null: 'IS NULL',
  not_null: 'IS NOT NULL',
  true: 'IS TRUE',
  false: 'IS FALSE',
  unknown: 'IS UNKNOWN',
};

/** Renders the SQL that says whether a row of `node` has rows of the embed. */
export type RenderExists = (embed: ReadNode) => string;

/** Renders a filter or a tree of them over the columns, and the embeds, of one level. */
export function conditionSql(
  node: ReadNode,
  condition: Filter | LogicTree,
  parameters: Parameters,
  exists: RenderExists,
): string {
  if (condition.kind === 'logic') {
    const parts = condition.children.map((child) => conditionSql(node, child, parameters, exists));
    const tree = `(${parts.join(condition.operator === 'and' ? ' AND ' : ' OR ')})`;
    return condition.negated ? `NOT ${tree}` : tree;
  }
  const embed = embedOf(node, condition);
  if (embed) return embedTestSql(embed, condition, exists);
  const test = testSql(node, condition.field, condition.condition, parameters);
  return condition.negated ? `NOT (${test})` : test;
}

/** An embed named in place of a column: only `is.null` and its like make sense on it. */
function embedOf(node: ReadNode, { field, condition }: Filter): ReadNode | undefined {
  if (field.path.length > 0) return undefined;
  const embed = node.embeds.find((each) => each.name === field.name);
  if (!embed) return undefined;
  if (condition.kind === 'is' && (condition.value === 'null' || condition.value === 'not_null')) return embed;
  if (node.columns.has(field.name)) return undefined;
  throw embedOperator(embed.relation);
}

function embedTestSql(embed: ReadNode, { negated, condition }: Filter, exists: RenderExists): string {
  const wantsRows = (condition.kind === 'is' && condition.value === 'not_null') !== negated;
  return wantsRows ? exists(embed) : `NOT ${exists(embed)}`;
}

function testSql(node: ReadNode, field: Field, condition: Condition, parameters: Parameters): string {
  const left = fieldSql(node, field);
  switch (condition.kind) {
    case 'in':
      return `${left} = ANY (${parameters.add(arrayLiteral(condition.values))})`;
    case 'is':
      return `${left} ${tests[condition.value]}`;
    case 'isdistinct':
      return `${left} IS DISTINCT FROM ${parameters.add(condition.value)}`;
    case 'fts':
      return textSearchSql(node, field, left, condition, parameters);
    case 'compare': {
      const pattern = condition.operator === 'like' || condition.operator === 'ilike';
      const value = parameters.add(pattern ? condition.value.replaceAll('*', '%') : condition.value);
      const right =
        condition.quantifier === null ? value : `${condition.quantifier.toUpperCase()} (${value})`;
      return `${left} ${operators[condition.operator]} ${right}`;
    }
  }
}

function textSearchSql(
  node: ReadNode,
  field: Field,
  left: string,
  condition: Extract<Condition, { kind: 'fts' }>,
  parameters: Parameters,
): string {
  const base = node.columns.get(field.name)?.base;
  const isText = field.path.length > 0 || (base !== undefined && base !== 'tsvector');
  const language = condition.language === null ? '' : `${parameters.add(condition.language)}::regconfig, `;
  const vector = isText ? `to_tsvector(${language}${left})` : left;
  return `${vector} @@ ${textSearches[condition.operator]}(${language}${parameters.add(condition.value)})`;
}
