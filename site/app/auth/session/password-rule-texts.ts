import { defineTexts } from '../../texts/define-texts.ts';

export const passwordRuleTexts = defineTexts({
  strictHint: 'At least 8 characters, and not a common password.',
  hint: 'At least 6 characters. 8 or more are safer, and not a common password.',
});
