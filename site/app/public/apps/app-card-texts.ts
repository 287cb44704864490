// Texts of the card that presents an app: logo, badges, features, demo link.
import { defineTexts } from '../../texts/define-texts.ts';

/** Texts of the card, also used on an app's page. */
export const appCardTexts = defineTexts({
  logo: (name: string) => `${name} logo`,
  badges: 'Category and platforms',
  features: 'Features',
  learnMore: (name: string) => `Learn More<spoken> about ${name}</spoken>`,
  demo: (name: string) => `Try demo<spoken> of ${name} (opens in a new tab)</spoken>`,
});
