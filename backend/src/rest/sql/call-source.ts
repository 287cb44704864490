import type { CallPlan } from '../plan/plan-call.ts';
import type { Parameter } from '../schema/schema-types.ts';
import { quoteIdent, quoteTable } from '../quote.ts';
import type { Parameters } from '../quote.ts';

export const scalarName = quoteIdent('pgrst_scalar');
const call = quoteIdent('pgrst_call');
const given = quoteIdent('pgrst_args');

export function callSql(plan: CallPlan, parameters: Parameters): string {
  const { routine } = plan;
  const { list, from } = argumentsSql(plan, parameters);
  const invocation = `${quoteTable(routine)}(${list})`;
  const before = from === null ? '' : `${from}, LATERAL `;
  if (routine.returns === 'void') return `SELECT 1 FROM ${before}${invocation} AS ${call}`;
  if (routine.returns === 'composite') return `SELECT ${call}.* FROM ${before}${invocation} AS ${call}`;
  if (routine.returnsSet) {
    return `SELECT ${call}.${scalarName} FROM ${before}${invocation} AS ${call} (${scalarName})`;
  }
  return `SELECT ${invocation} AS ${scalarName}${from === null ? '' : ` FROM ${from}`}`;
}

function argumentsSql(plan: CallPlan, parameters: Parameters): { list: string; from: string | null } {
  const source = plan.arguments;
  switch (source.kind) {
    case 'body':
      return { list: bodySql(source.parameter, source.value, parameters), from: null };
    case 'texts':
      return {
        list: source.arguments
          .map(({ parameter, value }) =>
            argumentSql(parameter, `${parameters.add(value)}::${parameter.type}`),
          )
          .join(', '),
        from: null,
      };
    case 'json': {
      if (source.parameters.length === 0) return { list: '', from: null };
      const types = source.parameters.map((each) => `${quoteIdent(each.name)} ${each.type}`);
      const from = `json_to_record(${parameters.add(source.json)}::json) AS ${given} (${types.join(', ')})`;
      const list = source.parameters.map((each) => argumentSql(each, `${given}.${quoteIdent(each.name)}`));
      return { list: list.join(', '), from };
    }
  }
}

function argumentSql(parameter: Parameter, value: string): string {
  return `${parameter.variadic ? 'VARIADIC ' : ''}${quoteIdent(parameter.name)} := ${value}`;
}

function bodySql(parameter: Parameter, value: string, parameters: Parameters): string {
  if (parameter.base !== 'bytea') return `${parameters.add(value)}::${parameter.type}`;
  // A text parameter cannot hold every byte.
  return `decode(${parameters.add(value)}, 'base64')`;
}
