import { tooLongSearch, tooManySearches } from '../errors.ts';
import { operators } from '../operators.ts';
import type { Condition, Filter, LogicTree } from './query-types.ts';

/** Each reads the text of every row: thousands in one request would keep the database busy. */
const maxSearches = 50;
/** Characters; a full-text search looks up each word in every row. */
const maxSearchLength = 2_000;

/** Throws PGRST100. */
export function limitTextSearches(conditions: Iterable<Filter | LogicTree>): void {
  let left = maxSearches;

  function visit(condition: Filter | LogicTree): void {
    if (condition.kind === 'logic') {
      for (const child of condition.children) visit(child);
      return;
    }
    left -= searchesIn(condition.condition);
    if (left < 0) throw tooManySearches(maxSearches);
  }

  for (const condition of conditions) visit(condition);
}

function searchesIn({ operator, modifier, value }: Condition): number {
  const { search } = operators[operator];
  if (search === null) return 0;
  if (search === 'full-text') {
    if (value.length > maxSearchLength) throw tooLongSearch(maxSearchLength);
    return 1;
  }
  // An array literal; commas inside quotes count too, on the safe side.
  return modifier === null ? 1 : value.split(',').length;
}
