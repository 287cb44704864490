import { defineTexts } from '../../../texts/define-texts.ts';

export const selectTexts = defineTexts({
  select: 'Select leads',
  lead: (name: string) => `Select ${name}`,
});
