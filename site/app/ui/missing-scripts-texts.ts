import { defineTexts } from '../texts/define-texts.ts';

export const missingScriptsTexts = defineTexts({
  title: "Part of this page didn't load",
  text: 'This page needs its scripts. Check your connection or script blocker, then reload.',
  reload: 'Reload',
});
