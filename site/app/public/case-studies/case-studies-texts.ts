// Texts of the case study pages: empty list, section titles, not found, closing call.
import { defineTexts } from '../../texts/define-texts.ts';

/** Texts of the list and its pages. */
export const caseStudiesTexts = defineTexts({
  empty: 'No case studies available at the moment.',
  missing: 'Case Study Not Found',
  problem: 'The problem',
  solution: 'What we did',
  results: 'The results',
  services: 'Services used',
  closing: {
    title: 'Need something like this?',
    request: 'Request a free proposal',
  },
});
