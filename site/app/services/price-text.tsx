import { formatDollars } from '../ui/money.ts';
import { payForResults, type Price } from './pricing.ts';

/** A tile's price: "from $240 a month", or the words of a price of 0. */
export function PriceFrom({ price }: { price: Price | null }) {
  if (!price) return null;
  if (price.amount === 0) return <span className="pay-for-results">{payForResults}</span>;
  return (
    <span className="price-note">
      from <b>{formatDollars(price.amount)}</b>
      {price.unit !== null && ` a ${price.unit}`}
    </span>
  );
}
