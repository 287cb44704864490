// Texts of the page that lists all apps: empty list, invitation to ask for a tool.
import { defineTexts } from '../../texts/define-texts.ts';

/** Texts of the list. */
export const appsTexts = defineTexts({
  empty: 'No applications available at the moment.',
  ask: {
    title: 'Doing the same job every week?',
    text: 'We can probably build a tool for it. Tell us about it.',
  },
});
