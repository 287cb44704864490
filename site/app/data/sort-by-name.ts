// The database sorts by bytes, where "Éco" comes after "Mobile".
const collator = new Intl.Collator('en-CA', { numeric: true });

/** A sorted copy: accents and case are ignored, numbers sort by value. */
export function sortByName<Item>(items: readonly Item[], nameOf: (item: Item) => string): Item[] {
  return items.toSorted((a, b) => collator.compare(nameOf(a), nameOf(b)));
}
