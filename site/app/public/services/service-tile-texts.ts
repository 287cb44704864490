// Texts of the tile that presents a service: features, starting price, link.
import { payForResults } from '../../content/pricing.ts';
import { defineTexts } from '../../texts/define-texts.ts';

export const serviceTileTexts = defineTexts({
  features: 'Features',
  moreFeatures: (count: number) => `and ${count} more`,
  learnMore: (name: string) => `Learn more<spoken> about ${name}</spoken>`,
  /** "from $850 a month + Pay for Results" */
  priceFrom: (price: string, unit: string | null, isByResults: boolean) =>
    `from <b>${price}</b>${unit === null ? '' : ` a ${unit}`}${isByResults ? ` + <b>${payForResults}</b>` : ''}`,
});
