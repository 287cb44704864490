// Texts of the team screen: roles, members, invitations, links, approval, removal, the two-step verification rule.
import { defineTexts } from '../../texts/define-texts.ts';

export const teamTexts = defineTexts({
  title: 'Team',
  description: 'Who has access, and what they can do',
  roles: {
    legend: 'Role',
    openSignUpHint:
      'While sign-up is open, everyone can also read messages and edit pages, whatever their role.',
    hints: {
      viewer: 'Can see drafts and statistics, not messages',
      agent: 'Can read and answer messages',
      editor: 'Can edit services, apps, resources and media',
      owner: 'Full access, including the team',
    },
  },
  account: {
    unnamed: 'Unnamed account',
    invited: 'Invited',
    signedUp: (day: string) => `Signed up <day>${day}</day>`,
    lastSignedIn: (day: string) => `Last signed in <day>${day}</day>`,
    neverSignedIn: "Hasn't signed in yet",
    twoStepOn: 'Two-step on',
    twoStepOff: 'Two-step off',
    unverified: 'Email not verified',
  },
  members: {
    title: 'People',
    loading: 'Loading the team...',
    changeRole: (name: string) => `Role<spoken> for ${name}</spoken>`,
    newLink: (name: string) => `New link<spoken> for ${name}</spoken>`,
    makingLink: 'Just a moment...',
    remove: (name: string) => `Remove ${name}`,
  },
  waiting: {
    title: 'Waiting for approval',
    openSignUpTitle: 'Signed up, no role yet',
    what: 'accounts',
    approve: (name: string) => `Approve<spoken> ${name}</spoken>`,
    remove: (name: string) => `Delete ${name}'s account`,
  },
  invite: {
    open: 'Invite',
    title: 'Invite a colleague',
    fullName: 'Full Name',
    email: 'Email',
    submit: 'Invite',
    busy: 'Inviting...',
    errors: {
      fullName: 'Enter a full name (at least 2 characters)',
      email: 'Enter an email address, such as name@example.com',
    },
  },
  link: {
    title: (name: string) => `Link for ${name}`,
    description: (name: string) =>
      `No mail server is set up, so send this link to ${name} yourself. It works once, expires in an hour and won't be shown again.`,
    label: 'Link',
    copy: 'Copy link',
    copied: 'Copied',
    copiedAnnouncement: 'Link copied',
    done: 'Done',
    sent: 'Link sent',
    sentDescription: (name: string) => `${name} will get a link to choose a password.`,
    saved: 'Saved',
    savedDescription: (name: string) => `${name}'s access is updated.`,
  },
  changeRole: {
    title: (name: string) => `Role for ${name}`,
    submit: 'Save role',
    linkFailed: "The role was saved, but we couldn't create a link. Close this, then select “New link”.",
  },
  approve: {
    title: (name: string) => `Approve ${name}`,
    submit: 'Approve',
    unverified: (email: string) =>
      `${email} isn't verified. Approving resets the account's password and sign-ins and creates a link to choose a new password.`,
  },
  remove: {
    title: (name: string) => `Remove ${name}?`,
    submit: 'Remove from team',
    selfTitle: 'Remove yourself?',
    selfSubmit: 'Leave the team',
    busy: 'Removing...',
    consequence: "They'll be signed out everywhere right away. What they wrote stays.",
    selfConsequence: "You'll be signed out everywhere right away. What you wrote stays.",
    openSignUpHint:
      'Sign-up is open, so this account can sign back in and read messages until you delete it under “Signed up, no role yet”.',
    removed: 'Removed',
    removedDescription: (name: string) => `${name} was removed.`,
  },
  deleteAccount: {
    thing: 'account',
    title: (name: string) => `${name}'s account`,
    signedOut: "They'll be signed out right away.",
    worksStay: 'What they wrote stays, without their name.',
  },
  rules: {
    title: 'Signing in',
    requireFactor: 'Require two-step verification',
    factorRequired: 'On: everyone must complete it to get in',
    factorOptional: 'Off: people without it sign in with just a password',
  },
});

/** Texts of the server, which makes links. */
export const teamLinkTexts = defineTexts({
  errors: {
    nameTooShort: 'Name must be at least 2 characters',
    nameTooLong: 'Shorten the name to 200 characters or fewer',
    emailInvalid: 'Invalid email address',
    alreadyMember: (email: string) => `${email} is already on the team.`,
    signedOut: 'Sign in again.',
    notMade: "We couldn't create the link. Please try again in a minute.",
    unreachable: "We couldn't reach the server. Nothing has changed. Please try again.",
    fault: 'Something went wrong on our end. Please try again in a minute.',
  },
});
