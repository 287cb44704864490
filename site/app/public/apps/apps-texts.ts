// Texts of the page that lists all apps: the invitation to ask for a tool.
import { defineTexts } from '../../texts/define-texts.ts';

export const appsTexts = defineTexts({
  ask: {
    title: 'Doing the same job every week?',
    text: 'We can probably build a tool for it. Tell us about it.',
  },
});
