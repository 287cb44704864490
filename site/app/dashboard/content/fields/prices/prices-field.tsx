import type { Json } from '../../../../data/database-types.ts';
import type { ContentField } from '../../content-form.ts';
import { amountOf, isStarted, jsonOf, priceFieldId, pricesOf, type PriceDraft } from './price-draft.ts';
import { PriceRows } from './price-rows.tsx';
import { priceTexts } from './price-texts.ts';

const t = priceTexts.problems;
const maxPrices = 40;

/** The price list of a service, in a panel of its own. */
export const pricesField: ContentField<readonly PriceDraft[]> = {
  name: 'prices',
  empty: [],
  read: (row) => pricesOf(row['pricing_json'] as Json),
  write: (value) => ({ pricing_json: jsonOf(value) }),
  check({ ask, askLength }, value) {
    const prices = value.filter(isStarted);
    for (const line of prices) {
      const nameId = priceFieldId(line.key, 'name');
      ask(nameId, line.name.trim() === '', t.nameMissing);
      askLength(nameId, line.name, 200, t.name);
      ask(priceFieldId(line.key, 'amount'), Number.isNaN(amountOf(line.price)), t.amount);
    }
    const surplus = prices[maxPrices];
    if (surplus) ask(priceFieldId(surplus.key, 'name'), true, t.tooMany(maxPrices));
  },
  render: ({ value, problemOf, onChange }) => (
    <PriceRows onChange={onChange} prices={value} problemOf={problemOf} />
  ),
};
