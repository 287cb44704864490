import { defineTexts } from '../../texts/define-texts.ts';

export const recordTexts = defineTexts({
  published: 'Published',
  draft: 'Draft',
  view: (title: string) => `View<hidden> ${title} (opens in a new tab)</hidden>`,
});
