import { tooManySearches, tooLongSearch } from '../errors.ts';
import type { Condition, Filter, LogicTree } from './query-types.ts';

/** Conditions that read every row's text from end to end: with thousands of them one request holds the database. */
const mostSearches = 50;
/** Of what a full-text search looks for; each word in it is looked for in every row. */
const longestSearch = 2_000;

const patterns = new Set(['like', 'ilike', 'match', 'imatch']);

/** Refuses more searches in texts than one request may ask for (PGRST100). */
export function limitTextSearches(conditions: Iterable<Filter | LogicTree>): void {
  let left = mostSearches;

  function visit(condition: Filter | LogicTree): void {
    if (condition.kind === 'logic') {
      for (const child of condition.children) visit(child);
      return;
    }
    left -= searchesIn(condition.condition);
    if (left < 0) throw tooManySearches(mostSearches);
  }

  for (const condition of conditions) visit(condition);
}

function searchesIn(condition: Condition): number {
  if (condition.kind === 'fts') {
    if (condition.value.length > longestSearch) throw tooLongSearch(longestSearch);
    return 1;
  }
  if (condition.kind !== 'compare' || !patterns.has(condition.operator)) return 0;
  // An array literal: a comma inside of quotes counts as well, which is on the safe side.
  return condition.quantifier === null ? 1 : condition.value.split(',').length;
}
