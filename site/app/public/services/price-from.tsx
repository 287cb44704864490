import { formatDollars } from '../../ui/format-dollars.ts';
import { payForResults, type StartingPrice } from '../../content/pricing.ts';
import { RichText } from '../../texts/rich-text.tsx';
import styles from './service-prices.module.css';
import { serviceTileTexts } from './service-tile-texts.ts';

const tags = { b: (words: string) => <b>{words}</b> };

/** "from $850 a month + Pay for Results", or one of the two. */
export function PriceFrom({ price: { from, byResults } }: { price: StartingPrice }) {
  if (!from && !byResults) return null;
  if (!from) return <span className={styles.results}>{payForResults}</span>;
  return (
    <span className={styles.note}>
      <RichText
        tags={tags}
        text={serviceTileTexts.priceFrom(formatDollars(from.amount), from.unit, byResults)}
      />
    </span>
  );
}
