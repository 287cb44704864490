import { defineTexts } from '../../texts/define-texts.ts';

export const recordTexts = defineTexts({
  published: 'Published',
  draft: 'Draft',
  scheduled: (time: string) => `Scheduled for ${time}`,
  view: (title: string) => `View<spoken> ${title} (opens in a new tab)</spoken>`,
});
