import { sortByName } from '../../data/sort-by-name.ts';

export interface CategoryCount {
  key: string;
  name: string;
  count: number;
}

/** A category in a URL: "E-mail" is ?category=e-mail. */
export function categoryKey(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
}

/** Categories of the visible services, by name. */
export function countCategories(services: readonly { category: string | null }[]): CategoryCount[] {
  const counts = new Map<string, CategoryCount>();
  for (const { category } of services) {
    if (category === null) continue;
    const key = categoryKey(category);
    counts.set(key, { key, name: category, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return sortByName([...counts.values()], ({ name }) => name);
}
