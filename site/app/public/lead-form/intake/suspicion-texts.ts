import { defineTexts } from '../../../texts/define-texts.ts';

/** Why a submission is suspicious, for staff. */
export const suspicionTexts = defineTexts({
  honeypot: 'a hidden field was filled in',
  fast: 'sent faster than a person can type',
});
