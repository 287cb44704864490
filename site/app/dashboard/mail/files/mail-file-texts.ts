import { defineTexts } from '../../../texts/define-texts.ts';

export const mailFileTexts = defineTexts({
  errors: {
    notLocal: 'Mail appears here only in local mode, when no mail server is set up.',
    signedOut: 'Sign in again to view mail.',
    notOwner: 'Only owners can view mail.',
    missing: 'This email is no longer available.',
  },
});
