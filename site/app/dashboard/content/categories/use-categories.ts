// A query hook that reads all service categories, sorted by name.
import { browserClient } from '../../../data/browser-client.ts';
import { readAll } from '../../../data/read-or-throw.ts';
import { usePagedQuery } from '../../../data/read-newest.ts';
import { sortByName } from '../../../data/sort-by-name.ts';

/** All of them: which ones stand on a page of fifty could only be said in the database's own order. */
async function readCategories() {
  const categories = await readAll('the categories', (from, to) =>
    browserClient().from('categories').select('id, name').order('name').range(from, to),
  );
  return { items: sortByName(categories, ({ name }) => name), next: null };
}

/** The categories by name. */
export function useCategories() {
  return usePagedQuery(['categories', 'by-name'], readCategories);
}
