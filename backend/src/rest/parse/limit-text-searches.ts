import { tooLongSearch, tooManySearches } from '../errors.ts';
import { operators } from '../operators.ts';
import type { Condition, Filter, LogicTree } from './query-types.ts';

/** Each reads the text of every row: thousands of them would keep the database busy with one request. */
const maxSearches = 50;
/** Characters of a full-text search; each of its words is looked up in every row. */
const maxSearchLength = 2_000;

/** Throws PGRST100 when a request searches texts with too many conditions, or for too long a text. */
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
  // An array literal: commas inside quotes count too, which is on the safe side.
  return modifier === null ? 1 : value.split(',').length;
}
