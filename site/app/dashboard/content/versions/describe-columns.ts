// The stored values of a draft as texts that can be compared.
import type { Json } from '../../../data/database-types.ts';
import { formatDollars } from '../../../ui/format-values.ts';
import { contentColumnValuesOf } from '../content-draft.ts';
import type { ContentDraft, ContentScreenDefinition } from '../content-form.ts';
import { priceDraftsOf } from '../fields/price-draft.ts';
import { versionTexts as t } from './version-texts.ts';

/** Each column with its label, in the order of the form. `categories` are names by ID; `of` selects some values. */
export function describeColumns(
  screen: ContentScreenDefinition,
  draft: ContentDraft,
  categories: ReadonlyMap<string, string>,
  of?: readonly string[],
): { label: string; text: string }[] {
  return Object.entries(contentColumnValuesOf(screen, draft, of)).map(([column, value]) => ({
    label: t.columns[column] ?? column,
    text: describeValue(column, value, categories),
  }));
}

function describeValue(column: string, value: unknown, categories: ReadonlyMap<string, string>): string {
  if (value === null || value === undefined) return '';
  if (column === 'pricing_json') {
    return priceDraftsOf(value as Json)
      .map(({ name, price, unit }) => t.price(name, formatDollars(Number(price)), unit))
      .join('\n');
  }
  if (column === 'category_id') return categories.get(String(value)) ?? '';
  if (Array.isArray(value)) return value.join('\n');
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
}
