// Texts of records on public pages: service tiles, app cards, empty lists, missing records.
import { defineTexts } from '../../texts/define-texts.ts';

/** Shown instead of a list, by table. */
export const emptyListTexts = defineTexts({
  services: 'No services available at the moment.',
  apps: 'No applications available at the moment.',
  posts: 'No resources available at the moment.',
  case_studies: 'No case studies available at the moment.',
});

/** Texts for a record that was not found, or whose preview link has expired. */
export const missingRecordTexts = defineTexts({
  text: "We couldn't find that page. It may have been renamed or removed.",
  back: (list: string) => `Back to ${list}`,
  previewExpired: {
    title: 'This preview has expired',
    text: 'Preview links last 30 minutes. Select View in the dashboard for a new one.',
  },
});

/** Texts of the tile that presents a service. */
export const serviceTileTexts = defineTexts({
  features: 'Features',
  moreFeatures: (count: number) => `and ${count} more`,
  learnMore: (name: string) => `Learn more<spoken> about ${name}</spoken>`,
  /** "from $850 a month + Pay for Results" */
  priceFrom: (price: string, unit: string | null, byResults: string) =>
    `from <b>${price}</b>${unit === null ? '' : ` a ${unit}`}${byResults === '' ? '' : ` + <b>${byResults}</b>`}`,
});

/** Texts of the card, also used on an app's page. */
export const appCardTexts = defineTexts({
  logo: (name: string) => `${name} logo`,
  badges: 'Category and platforms',
  features: 'Features',
  learnMore: (name: string) => `Learn More<spoken> about ${name}</spoken>`,
  demo: (name: string) => `Try demo<spoken> of ${name} (opens in a new tab)</spoken>`,
});
