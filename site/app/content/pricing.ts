// Price list of a service; calculates its starting price without add-ons.

/** One line of a price list. 0 is paid by results: pages show the agency's `payForResults`. */
export interface Price {
  name: string;
  /** Canadian dollars, before tax */
  amount: number;
  /** "month" for a recurring price */
  unit: string | null;
  /** can only be bought together with something else; it is the starting price only if there is nothing else */
  isAddOn: boolean;
}

/** The price that a tile shows. */
export interface StartingPrice {
  /** the cheapest offer that is not free */
  from: Price | null;
  /** whether an offer is paid by results */
  byResults: boolean;
}

/** The starting price of the service; add-ons are used only if there is nothing else. */
export function startingPrice(prices: readonly Price[]): StartingPrice {
  const main = prices.filter(({ isAddOn }) => !isAddOn);
  const offers = main.length > 0 ? main : prices;
  const [from = null] = offers.filter(({ amount }) => amount > 0).toSorted((a, b) => a.amount - b.amount);
  return { from, byResults: offers.some(({ amount }) => amount === 0) };
}
