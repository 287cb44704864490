import { defineTexts } from '../../texts/define-texts.ts';

export const missingRecordTexts = defineTexts({
  text: "We couldn't find that page. It may have been renamed or removed.",
  back: (list: string) => `Back to ${list}`,
});
