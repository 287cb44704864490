import type { MailKind } from '../message-config.ts';

/** Plain: HTML needs escaping. */
export interface MailText {
  subject: string;
  /** Why the reader gets this. */
  reason: string;
  /** On the button. */
  action: string;
  /** What to do if another person asked for it. */
  otherwise: string;
}

export interface MailTextValues {
  site: string;
  /** The account's. */
  email: string;
  newEmail?: string | undefined;
}

const ignore = "If this wasn't you, you can ignore this email.";

export function mailText(kind: MailKind, { site, email, newEmail = '' }: MailTextValues): MailText {
  switch (kind) {
    case 'confirmation':
      return {
        subject: 'Confirm your email',
        reason: `Confirm your email to activate your ${site} account.`,
        action: 'Confirm my email',
        otherwise: ignore,
      };
    case 'invite':
      return {
        subject: `You're invited to ${site}`,
        reason: `You've been added to ${site}. Accept the invitation to sign in.`,
        action: 'Accept the invitation',
        otherwise: "If you weren't expecting it, you can ignore this email.",
      };
    case 'magic_link':
      return {
        subject: `Sign in to ${site}`,
        reason: `Here's the link you asked for to sign in to ${site}.`,
        action: 'Sign in',
        otherwise: ignore,
      };
    case 'recovery':
      return {
        subject: 'Choose a new password',
        reason: `Someone asked to reset the password for your ${site} account.`,
        action: 'Choose a new password',
        otherwise: `${ignore} Your password won't change.`,
      };
    case 'email_change':
      return {
        subject: 'Confirm your new email address',
        reason: `Confirm that you want to change the email for your ${site} account from ${email} to ${newEmail}.`,
        action: 'Confirm the change',
        otherwise:
          "If this wasn't you, don't confirm it. Change your password, because someone may have access to your account.",
      };
    case 'reauthentication':
      return {
        subject: 'Your verification code',
        reason: `Use this code to confirm a change to your ${site} account.`,
        action: '',
        otherwise:
          "If this wasn't you, change your password, because someone may have access to your account.",
      };
  }
}
