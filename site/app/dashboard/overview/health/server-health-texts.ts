import { defineTexts } from '../../../texts/define-texts.ts';

export const serverHealthTexts = defineTexts({
  errors: {
    signedOut: 'Sign in again.',
    notOwner: 'Only owners can see this.',
    notRead: "We couldn't read how the site is doing. Please try again in a minute.",
    badMethod: 'Send a test message with POST.',
    noAddress: 'Your account has no email address to send a test message to.',
    tooMany: 'You sent several test messages already. Please try again in ten minutes.',
  },
});
