// Converts price list lines between typed text, stored JSON; parses dollar amounts.
import type { Json } from '../../../data/database-types.ts';
import { randomId } from '../../../ui/random-id.ts';

/** One line of the price list as it is typed. `kept` are properties of the stored entry that are not shown. */
export interface PriceDraft {
  /** identifies this line while it is being edited */
  key: string;
  name: string;
  price: string;
  /** "" for a one-time price */
  unit: string;
  /** can only be bought together with something else, so it is never the starting price */
  isAddOn: boolean;
  kept: { [field: string]: Json | undefined };
}

export function createPriceDraft(): PriceDraft {
  return { key: randomId(), name: '', price: '', unit: '', isAddOn: false, kept: {} };
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function priceOf(entry: Json): PriceDraft[] {
  if (entry === null || typeof entry !== 'object' || Array.isArray(entry)) return [];
  const { name, price, unit, addon, ...kept } = entry;
  const shown = { name: textOf(name), price: textOf(price), unit: textOf(unit), isAddOn: addon === true };
  return [{ ...createPriceDraft(), ...shown, kept }];
}

export function priceDraftsOf(json: Json): PriceDraft[] {
  return Array.isArray(json) ? json.flatMap(priceOf) : [];
}

/** The typed amount in dollars; NaN if it is not a number. "$3,900" and "3 900" are 3900. */
export function parseDollars(text: string): number {
  const digits = text.replace(/[$,\s]/g, '');
  return /^\d{1,9}(\.\d{1,2})?$/.test(digits) ? Number(digits) : Number.NaN;
}

export function isPriceStarted({ name, price }: PriceDraft): boolean {
  return name.trim() !== '' || price.trim() !== '';
}

/** The list to store. Empty lines are left out. */
export function pricesJsonOf(prices: readonly PriceDraft[]): Json {
  return prices.filter(isPriceStarted).map(({ name, price, unit, isAddOn, kept }) => ({
    ...kept,
    name: name.trim(),
    price: parseDollars(price),
    ...(unit === '' ? {} : { unit }),
    ...(isAddOn ? { addon: true } : {}),
  }));
}

export function priceFieldId(key: string, part: 'name' | 'amount'): string {
  return `service-price-${key}-${part}`;
}
