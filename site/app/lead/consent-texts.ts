// Texts of the optional marketing consent checkbox of the lead forms.
import { defineTexts } from '../texts/define-texts.ts';

/**
 * What the optional box of both lead forms asks. A lead keeps the words that its person saw, so a change of these is a
 * new version in consent.ts. The label has no word that is the label of a field.
 */
export const consentTexts = defineTexts({
  label: (agency: string) => `Send me news and offers from ${agency} now and then.`,
  hint: (phone: string, email: string) =>
    `Optional, by email. You can unsubscribe at any time: ${phone}, ${email}.`,
});
