// Texts of a case study's page: section titles, not found, closing call.
import { defineTexts } from '../../texts/define-texts.ts';

export const caseStudyTexts = defineTexts({
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
