import { defineTexts } from '../../../texts/define-texts.ts';

export const notesTexts = defineTexts({
  word: 'Internal note',
  by: (name: string) => `by ${name}`,
  mentions: (names: string) => `Mentions ${names}`,
  label: (name: string) => `Internal note about ${name}`,
  shortLabel: 'Internal note',
  hint: 'For colleagues alone. Never emailed to the lead.',
  mention: 'Mention colleagues',
  save: 'Save note',
  busy: 'Saving…',
  saved: (name: string) => `Note about ${name} saved`,
  empty: 'Write the note first.',
});
