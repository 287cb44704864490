import { formatDollars } from '../../../ui/format-dollars.ts';
import { pricesOf } from '../fields/prices/price-draft.ts';
import type { Json } from '../../../data/database-types.ts';
import { versionTexts as t } from './version-texts.ts';

/** A column's value as text that can be compared. `categories` are names by ID. */
export function describeValue(
  column: string,
  value: unknown,
  categories: ReadonlyMap<string, string>,
): string {
  if (value === null || value === undefined) return '';
  if (column === 'pricing_json') {
    return pricesOf(value as Json)
      .map(({ name, price, unit }) => t.price(name, formatDollars(Number(price)), unit))
      .join('\n');
  }
  if (column === 'category_id') return categories.get(String(value)) ?? '';
  if (Array.isArray(value)) return value.join('\n');
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
}
