// Default texts of account mails: subject, body, button label for each kind.
import type { AccountMailKind } from '../message-config.ts';

/** Plain text, not HTML-escaped. */
export interface AccountMailText {
  subject: string;
  /** Why the reader receives this. */
  body: string;
  /** The label of the button. */
  action: string;
  /** What to do if another person asked for the message. */
  ifNotYou: string;
}

export interface AccountMailTextValues {
  site: string;
  /** The account's address; `newEmail` is to replace it. */
  email: string;
  newEmail?: string | undefined;
  /** The person who sends the invitation, if its data contains `invited_by`. */
  invitedBy?: string | undefined;
}

const ignore = "If this wasn't you, you can ignore this email.";

export function composeAccountMailText(
  kind: AccountMailKind,
  { site, email, newEmail = '', invitedBy }: AccountMailTextValues,
): AccountMailText {
  switch (kind) {
    case 'confirmation':
      return {
        subject: 'Confirm your email',
        body: `Confirm your email to activate your ${site} account.`,
        action: 'Confirm my email',
        ifNotYou: ignore,
      };
    case 'invite':
      return {
        subject: `You're invited to join ${site}`,
        body: `${invitedBy ? `${invitedBy} invited you to join ${site}.` : `You've been added to ${site}.`} Accept the invitation to sign in.`,
        action: 'Accept the invitation',
        ifNotYou: "If you weren't expecting this, you can ignore this email.",
      };
    case 'magic_link':
      return {
        subject: `Sign in to ${site}`,
        body: `Here's the link you asked for to sign in to ${site}.`,
        action: 'Sign in',
        ifNotYou: ignore,
      };
    case 'recovery':
      return {
        subject: 'Choose a new password',
        body: `Someone asked to reset the password for your ${site} account.`,
        action: 'Choose a new password',
        ifNotYou: `${ignore} Your password won't change.`,
      };
    case 'email_change':
      return {
        subject: 'Confirm your new email address',
        body: `Confirm that you want to change the email for your ${site} account from ${email} to ${newEmail}.`,
        action: 'Confirm the change',
        ifNotYou:
          "If this wasn't you, don't confirm it. Change your password, because someone may have access to your account.",
      };
    case 'reauthentication':
      return {
        subject: 'Your verification code',
        body: `Use this code to confirm a change to your ${site} account.`,
        action: '',
        ifNotYou:
          "If this wasn't you, change your password, because someone may have access to your account.",
      };
  }
}
