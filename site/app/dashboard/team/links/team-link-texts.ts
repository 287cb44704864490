// Error messages for invitations, account links: invalid input, existing members, failures.
import { defineTexts } from '../../../texts/define-texts.ts';

export const teamLinkTexts = defineTexts({
  errors: {
    nameTooShort: 'Name must be at least 2 characters',
    nameTooLong: 'Shorten the name to 200 characters or fewer',
    emailInvalid: 'Invalid email address',
    alreadyMember: (email: string) => `${email} is already on the team.`,
    signedOut: 'Sign in again.',
    unreadable: "We couldn't read that request. Please reload the page.",
    notMade: "We couldn't create the link. Please try again in a minute.",
    unreachable: "We couldn't reach the server. Nothing has changed. Please try again.",
    fault: 'Something went wrong on our end. Please try again in a minute.',
  },
});
