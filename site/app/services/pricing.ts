import { z } from 'zod/mini';

/** One line of a price list. 0 is "Pay for Results". */
export interface Price {
  name: string;
  /** Canadian dollars, before tax */
  amount: number;
  /** "month" when it is paid again and again */
  unit: string | null;
  /** only bought beside something else, so never what a service starts at */
  isAddOn: boolean;
}

const amount = z.union([z.number(), z.pipe(z.string(), z.transform(readNumber))]);
const entry = z.object({
  name: z.string(),
  price: amount,
  unit: z.optional(z.nullable(z.string())),
  addon: z.optional(z.unknown()),
});

export const payForResults = 'Pay for Results';

/** Reads pricing_json. Numeric strings count as numbers; entries that make no sense are left out, not guessed. */
export function readPricing(json: unknown): Price[] {
  if (!Array.isArray(json)) return [];
  return json.flatMap((value) => {
    const { data } = entry.safeParse(value);
    if (!data || !Number.isFinite(data.price) || data.price < 0 || data.name.trim() === '') return [];
    return [{ name: data.name, amount: data.price, unit: data.unit ?? null, isAddOn: data.addon === true }];
  });
}

/** The one line for a tile: where the service itself starts, or that one may pay for results. */
export function cheapest(prices: readonly Price[]): Price | null {
  const offers = prices.filter(({ isAddOn }) => !isAddOn);
  return (offers.length > 0 ? offers : prices).reduce<Price | null>(
    (least, price) => (least && least.amount <= price.amount ? least : price),
    null,
  );
}

function readNumber(text: string): number {
  const cleaned = text.replace(/[$,\s]/g, '');
  return cleaned === '' ? Number.NaN : Number(cleaned);
}
