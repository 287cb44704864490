// Price list of a service; calculates its starting price without add-ons.
import { pricingTexts } from './pricing-texts.ts';

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

export const { payForResults } = pricingTexts;

/** What a tile shows of a price list. */
export interface StartingPrice {
  /** the cheapest offer that costs something */
  from: Price | null;
  /** whether an offer is paid by results */
  byResults: boolean;
}

/** Where the service itself starts: add-ons count only where there is nothing else. */
export function startingPrice(prices: readonly Price[]): StartingPrice {
  const main = prices.filter(({ isAddOn }) => !isAddOn);
  const offers = main.length > 0 ? main : prices;
  const [from = null] = offers.filter(({ amount }) => amount > 0).toSorted((a, b) => a.amount - b.amount);
  return { from, byResults: offers.some(({ amount }) => amount === 0) };
}
