import { defineTexts } from '../../texts/define-texts.ts';

/** The documents themselves are Markdown files beside this one. */
export const legalTexts = defineTexts({
  accessibility: 'Accessibility Statement',
  privacy: 'Privacy Policy',
  terms: 'Terms of Service',
  audited: (date: string) => `Last full audit: <time>${date}</time>`,
  effective: (date: string) => `Effective date: <today>${date}</today>`,
  revised: 'Text last revised: <time>November 22, 2026</time>',
});
