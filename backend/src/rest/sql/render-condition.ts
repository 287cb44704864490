import { embedOperator } from '../errors.ts';
import { operators } from '../operators.ts';
import type { Condition, Field, Filter, LogicTree } from '../parse/query-types.ts';
import type { ReadNode } from '../plan/read-plan.ts';
import type { Parameters } from '../quote.ts';
import { fieldSql } from './render-field.ts';

export type RenderExists = (embed: ReadNode) => string;

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

/** Only operators that ask for an embed's rows make sense for it. */
function embedOf(node: ReadNode, { field, condition }: Filter): ReadNode | undefined {
  if (field.path.length > 0) return undefined;
  const embed = node.embeds.find((each) => each.name === field.name);
  if (!embed) return undefined;
  if (asksForRows(condition) !== undefined) return embed;
  if (node.columns.has(field.name)) return undefined;
  throw embedOperator(embed.relation);
}

function asksForRows({ operator, value }: Condition): boolean | undefined {
  return operators[operator].embedHasRows?.[value];
}

function embedTestSql(embed: ReadNode, { negated, condition }: Filter, exists: RenderExists): string {
  return asksForRows(condition) === negated ? `NOT ${exists(embed)}` : exists(embed);
}

function testSql(node: ReadNode, field: Field, condition: Condition, parameters: Parameters): string {
  const { operator, modifier, value } = condition;
  const left = fieldSql(node, field);
  return operators[operator].sql({
    left,
    modifier,
    value,
    isVector: () => isVector(node, field),
    parameters,
  });
}

function isVector(node: ReadNode, field: Field): boolean {
  const base = node.columns.get(field.name)?.base;
  return field.path.length === 0 && (base === undefined || base === 'tsvector');
}
