// Texts of the page that lists all articles: the empty list.
import { defineTexts } from '../../texts/define-texts.ts';

/** Texts of the list. */
export const resourcesTexts = defineTexts({
  empty: 'No resources available at the moment.',
});
