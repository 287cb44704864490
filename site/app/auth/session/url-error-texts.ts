// Texts of auth errors that arrive in the URL, such as an expired link.
import { defineTexts } from '../../texts/define-texts.ts';

/** Texts for errors that the auth service puts into the URL. */
export const urlErrorTexts = defineTexts({
  title: 'Error',
  expiredLink: 'This link has expired, was already used, or is incomplete. Ask for a new one.',
  cancelled: 'Sign-in was cancelled or refused. Please try again.',
  signUpClosed: "Sign-up is closed on this site. Ask the site's owner for an invitation.",
  blocked: "This account is blocked. Contact the site's owner.",
  emailTaken: 'That email already has an account. Sign in instead.',
  identityTaken: 'That sign-in method is already linked to an account.',
  identityMissing: "That sign-in method isn't linked to your account.",
  onlyIdentity: "You can't remove your only way to sign in.",
  unverifiedEmail: 'Confirm your email with that provider first, then try again.',
  expiredFlow: 'That took too long or started in another browser. Please try again.',
  tooMany: 'Too many attempts. Wait a few minutes, then try again.',
  busy: 'Something went wrong on our end. Please try again in a moment.',
  unknown: "That link didn't work. Ask for a new one, or sign in.",
});
