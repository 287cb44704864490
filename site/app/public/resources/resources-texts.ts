// Texts of the page that lists all articles: summary, empty list.
import { defineTexts } from '../../texts/define-texts.ts';

/** Of the list. */
export const resourcesTexts = defineTexts({
  summary: 'Practical guides in plain language, each with a checklist and one next step.',
  empty: 'No resources available at the moment.',
});
