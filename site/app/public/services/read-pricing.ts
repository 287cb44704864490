import { z } from 'zod/mini';
import type { Price } from '../../content/pricing.ts';

const amount = z.union([z.number(), z.pipe(z.string(), z.transform(readNumber))]);
const entry = z.object({
  name: z.string(),
  price: amount,
  unit: z.optional(z.nullable(z.string())),
  addon: z.optional(z.unknown()),
});

/** More than an editor may write: for rows from before there was a limit. */
const maxPrices = 100;

/** Reads pricing_json. Numeric strings count as numbers; entries that make no sense are left out, not guessed. */
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
