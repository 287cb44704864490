// Texts of the page that lists all apps: summary, empty list, invitation to ask for a tool.
import { defineTexts } from '../../texts/define-texts.ts';

/** Of the list. */
export const appsTexts = defineTexts({
  summary:
    'Small tools we build, use every day and can set up for you. Each does one job well, and you can stop any time.',
  empty: 'No applications available at the moment.',
  ask: {
    title: 'Doing the same job every week?',
    text: 'We can probably build a tool for it. Tell us about it.',
  },
});
