import { defineTexts } from '../texts/define-texts.ts';

/** Of responses without a page. */
export const responseTexts = defineTexts({
  noImage: 'There is no such image.',
  noSitemapPart: 'There is no such part of the sitemap.',
});
