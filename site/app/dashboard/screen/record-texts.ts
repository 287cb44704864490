import { defineTexts } from '../../texts/define-texts.ts';

export const recordTexts = defineTexts({
  published: 'Published',
  draft: 'Draft',
  view: (title: string) => `View<spoken> ${title} (opens in a new tab)</spoken>`,
});
