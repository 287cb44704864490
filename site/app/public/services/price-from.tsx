import { formatDollars } from '../../ui/format-dollars.ts';
import { payForResults, type StartingPrice } from '../../content/pricing.ts';

/** "from $850 a month + Pay for Results", or one of the two. */
export function PriceFrom({ price: { from, byResults } }: { price: StartingPrice }) {
  if (!from && !byResults) return null;
  if (!from) return <span className="pay-for-results">{payForResults}</span>;
  return (
    <span className="price-note">
      {'from '}
      <b>{formatDollars(from.amount)}</b>
      {`${from.unit === null ? '' : ` a ${from.unit}`}${byResults ? ' + ' : ''}`}
      {byResults && <b className="pay-for-results">{payForResults}</b>}
    </span>
  );
}
