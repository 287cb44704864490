// Texts of the case study pages: list summary, section titles, not found, closing call.
import { defineTexts } from '../../texts/define-texts.ts';

/** Of the list and its pages. */
export const caseStudiesTexts = defineTexts({
  summary: 'What a client came to us with, what we did, and what it brought.',
  empty: 'No case studies available at the moment.',
  missing: 'Case Study Not Found',
  problem: 'The problem',
  solution: 'What we did',
  results: 'The result',
  services: 'The services behind it',
  closing: {
    title: 'Something like this at your place?',
    text: "Tell us what's holding you back. Your first 30 minutes are free.",
    request: 'Request a free proposal',
  },
});
