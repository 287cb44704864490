import type { ReactNode } from 'react';
import { formatDollars } from '../../ui/format-dollars.ts';
import { payForResults, type Price } from '../../content/pricing.ts';

/** Price list; `children` are the buttons below it. */
export function PriceCard({ prices, children }: { prices: readonly Price[]; children: ReactNode }) {
  return (
    <section aria-labelledby="pricing-title" className="price-card">
      <div aria-hidden="true" className="neatline" />
      <div className="price-card-body">
        <h2 id="pricing-title">Pricing</h2>
        <dl>
          {prices.map(({ name, amount, unit, isAddOn }) => (
            <div key={name}>
              <dt>
                {name}
                {isAddOn && <small> add-on</small>}
              </dt>
              <dd className={amount === 0 ? 'pay-for-results' : undefined}>
                {amount === 0 ? payForResults : <span className="figure">{formatDollars(amount)}</span>}
                {amount !== 0 && unit !== null && !name.toLowerCase().includes(unit) && (
                  <small> a {unit}</small>
                )}
              </dd>
            </div>
          ))}
        </dl>
        <p className="price-card-note">Prices in Canadian dollars, before tax.</p>
        {children}
      </div>
    </section>
  );
}
