// Converts price list lines between typed text, stored JSON; parses dollar amounts.
import type { Json } from '../../../data/database-types.ts';
import { randomId } from '../../../ui/random-id.ts';

/** One line of the price list as it is typed. `kept` is what the entry holds beyond what is shown. */
export interface PriceDraft {
  /** of this line, for as long as it is being edited */
  key: string;
  name: string;
  price: string;
  /** "" is paid once */
  unit: string;
  /** bought beside something else, so never what the service starts at */
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

/** The amount that was typed, in dollars; NaN when it is none. "$3,900" and "3 900" are 3900. */
export function parseDollars(text: string): number {
  const digits = text.replace(/[$,\s]/g, '');
  return /^\d{1,9}(\.\d{1,2})?$/.test(digits) ? Number(digits) : Number.NaN;
}

export function isPriceStarted({ name, price }: PriceDraft): boolean {
  return name.trim() !== '' || price.trim() !== '';
}

/** The stored list. Lines in which nothing was typed are left out. */
export function pricesJsonOf(prices: readonly PriceDraft[]): Json {
  return prices.filter(isPriceStarted).map(({ name, price, unit, isAddOn, kept }) => ({
    ...kept,
    name: name.trim(),
    price: parseDollars(price),
    ...(unit === '' ? {} : { unit }),
    ...(isAddOn ? { addon: true } : {}),
  }));
}

/** The id of a control of one line. */
export function priceFieldId(key: string, part: 'name' | 'amount'): string {
  return `service-price-${key}-${part}`;
}
