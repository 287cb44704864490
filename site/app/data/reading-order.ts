// The database sorts by bytes, where "Éco" stands behind "Mobile".
const collator = new Intl.Collator('en-CA', { numeric: true });

/** A copy of a list in the order in which a reader looks for names: accents and letter case aside, numbers by value. */
export function inReadingOrder<Item>(items: readonly Item[], nameOf: (item: Item) => string): Item[] {
  return items.toSorted((a, b) => collator.compare(nameOf(a), nameOf(b)));
}
