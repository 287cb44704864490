import type { MailKind } from '../config-messages.ts';

/** What a message says. Plain text: who puts it into HTML escapes it. */
export interface MailWords {
  subject: string;
  /** Why the reader gets this. */
  reason: string;
  /** On the button. */
  action: string;
  /** What to do if it was somebody else. */
  otherwise: string;
}

export interface MailFacts {
  /** The site's name or host, as people know it. */
  site: string;
  /** The account's address, and the one it changes to. */
  email: string;
  newEmail?: string | undefined;
}

const ignore = 'If you did not ask for this, leave this message alone: nothing will happen.';

/** The words of each kind of message. */
export function mailWords(kind: MailKind, { site, email, newEmail = '' }: MailFacts): MailWords {
  switch (kind) {
    case 'confirmation':
      return {
        subject: 'Confirm your address',
        reason: `This address was given for a new account at ${site}. Confirm that it is yours, and the account opens.`,
        action: 'Confirm my address',
        otherwise: ignore,
      };
    case 'invite':
      return {
        subject: `You are invited to ${site}`,
        reason: `Somebody at ${site} has made an account for you. Accept, and you are signed in.`,
        action: 'Accept the invitation',
        otherwise: 'If you do not know what this is about, leave this message alone: nothing will happen.',
      };
    case 'magic_link':
      return {
        subject: `Sign in to ${site}`,
        reason: `Here is the link you asked for to sign in to ${site}.`,
        action: 'Sign in',
        otherwise: ignore,
      };
    case 'recovery':
      return {
        subject: 'Choose a new password',
        reason: `A new password was asked for, for your account at ${site}.`,
        action: 'Choose a new password',
        otherwise: `${ignore} Your password stays as it is.`,
      };
    case 'email_change':
      return {
        subject: 'Confirm the new address of your account',
        reason: `The address of your account at ${site} is to change from ${email} to ${newEmail}.`,
        action: 'Confirm the change',
        otherwise:
          'If you did not ask for this, do not confirm, and choose a new password: somebody may be in your account.',
      };
    case 'reauthentication':
      return {
        subject: 'Your code to confirm it is you',
        reason: `A change to your account at ${site} needs a sign that it is you.`,
        action: '',
        otherwise: 'If you did not ask for this, choose a new password: somebody may be in your account.',
      };
  }
}
