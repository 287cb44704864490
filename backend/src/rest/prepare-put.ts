import type { Filter, LogicTree } from './parse/query-types.ts';
import type { WriteRequest } from './plan/plan-write.ts';
import { putFilters, putKeys, putRange } from './errors.ts';

/**
 * Makes it an upsert. Throws PGRST105 unless the filters are `eq` on the whole primary key alone, PGRST115 unless the
 * row has the same values.
 */
export function preparePut(request: WriteRequest): WriteRequest {
  const { query, table, payload, preferences } = request;
  if (query.ranges.some((each) => each.path.length === 0)) throw putRange();
  const filtered = new Map(query.where.map((each) => keyValue(each.path, each.condition)));
  const { primaryKey } = table;
  const exact = filtered.size === primaryKey.length && query.where.length === filtered.size;
  if (!exact || primaryKey.length === 0 || !primaryKey.every((name) => filtered.has(name)))
    throw putFilters();
  if (payload?.rows !== 1 || primaryKey.some((name) => textOf(payload.valueOf(name)) !== filtered.get(name)))
    throw putKeys();
  return {
    ...request,
    query: { ...query, where: [], onConflict: null },
    preferences: { ...preferences, resolution: 'merge-duplicates' },
  };
}

function keyValue(path: readonly string[], condition: Filter | LogicTree): [string, string] {
  const plain = condition.kind === 'filter' && !condition.negated && condition.field.path.length === 0;
  if (path.length > 0 || !plain) throw putFilters();
  const { operator, modifier, value } = condition.condition;
  if (operator !== 'eq' || modifier !== null) throw putFilters();
  return [condition.field.name, value];
}

/** As in a filter; undefined for an object or a list, which is no key. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'object' ? undefined : String(value);
}
