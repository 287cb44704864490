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

export const payForResults = 'Pay for Results';

/** The one line for a tile: where the service itself starts, or that one may pay for results. */
export function cheapest(prices: readonly Price[]): Price | null {
  const offers = prices.filter(({ isAddOn }) => !isAddOn);
  return (offers.length > 0 ? offers : prices).reduce<Price | null>(
    (least, price) => (least && least.amount <= price.amount ? least : price),
    null,
  );
}
