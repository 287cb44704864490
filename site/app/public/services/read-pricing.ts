import { z } from 'zod/mini';
import type { Price } from '../../content/pricing.ts';

const amount = z.union([z.number(), z.pipe(z.string(), z.transform(readNumber))]);
const entry = z.object({
  name: z.string(),
  price: amount,
  unit: z.optional(z.nullable(z.string())),
  addon: z.optional(z.unknown()),
});

/** Limit for rows from before editors had one. */
const maxPrices = 100;

/** Parses pricing_json. Numeric strings count as numbers; invalid entries are left out. */
export function readPricing(json: unknown): Price[] {
  if (!Array.isArray(json)) return [];
  return json.slice(0, maxPrices).flatMap((value) => {
    const { data } = entry.safeParse(value);
    if (!data || !Number.isFinite(data.price) || data.price < 0 || data.name.trim() === '') return [];
    return [{ name: data.name, amount: data.price, unit: data.unit ?? null, isAddOn: data.addon === true }];
  });
}

function readNumber(text: string): number {
  const cleaned = text.replace(/[$,\s]/g, '');
  return cleaned === '' ? Number.NaN : Number(cleaned);
}
