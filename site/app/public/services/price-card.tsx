import type { ReactNode } from 'react';
import { formatDollars } from '../../ui/format-dollars.ts';
import { payForResults, type Price } from '../../content/pricing.ts';
import { RichText } from '../../texts/rich-text.tsx';
import { NeatlineCard } from '../page/neatline-card.tsx';
import styles from './service-prices.module.css';
import { serviceTexts } from './service-texts.ts';

const texts = serviceTexts.pricing;
const tags = {
  price: (words: string) => <span className="figure">{words}</span>,
  note: (words: string) => <small>{words}</small>,
};

/** "Monthly care" does not say "a month". */
function isIn(name: string, unit: string | null): boolean {
  return unit !== null && name.toLowerCase().includes(unit);
}

/** Price list; `children` are the buttons below it. */
export function PriceCard({ prices, children }: { prices: readonly Price[]; children: ReactNode }) {
  return (
    <NeatlineCard className={styles.card} id="pricing-title" title={texts.title}>
      <dl className="mt-14">
        {prices.map(({ name, amount, unit, isAddOn }) => (
          <div key={name}>
            <dt>
              <RichText tags={tags} text={texts.offer(name, isAddOn)} />
            </dt>
            {amount === 0 ? (
              <dd className={styles.results}>{payForResults}</dd>
            ) : (
              <dd>
                <RichText
                  tags={tags}
                  text={texts.price(formatDollars(amount), isIn(name, unit) ? null : unit)}
                />
              </dd>
            )}
          </div>
        ))}
      </dl>
      <p>{texts.note}</p>
      {children}
    </NeatlineCard>
  );
}
