// Texts of the page of a single app: facts, screenshots, demo link, closing call.
import { defineTexts } from '../../texts/define-texts.ts';

export const appTexts = defineTexts({
  missing: 'Application Not Found',
  platforms: (count: number) => (count === 1 ? 'platform' : 'platforms'),
  featureCount: (count: number) => (count === 1 ? 'key feature' : 'key features'),
  demo: (name: string) => `Try Live Demo<spoken> of ${name} (opens in a new tab)</spoken>`,
  about: 'About This App',
  features: 'Key Features',
  screenshots: {
    title: 'Screenshots',
    enlarge: (number: number) => `Enlarge screenshot ${number}: `,
    dialog: (number: number, total: number) => `Screenshot ${number} of ${total}`,
    picture: 'Screenshot',
    swipeHint: 'Swipe to see the whole image.',
    previous: 'Previous',
    next: 'Next',
  },
  closing: {
    title: 'Need a Custom Application?',
    text: 'If your team does the same job every week, we can probably build a tool for it.',
    request: 'Request Custom Development',
  },
});
