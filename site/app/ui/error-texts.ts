// Texts of errors on any page: unreachable server, denied access, raised errors, failed links, missing scripts.
import { defineTexts } from '../texts/define-texts.ts';

export const errorTexts = defineTexts({
  unreachable: "We couldn't reach the server. Try again in a moment.",
  unknown: 'Something went wrong on our end. Try again in a moment.',
  clock:
    "We couldn't confirm your session. Check this device's clock (date, time and time zone), then try again.",
  denied: 'You no longer have permission to do this. Ask an owner.',
  /**
   * Messages by the name that a database function sets as `detail` (supabase/schemas). Those of the dashboard are in
   * databaseErrorTexts.
   */
  raised: {
    sign_in_first: 'Sign in to become the owner.',
    site_has_owner: 'This site already has an owner.',
    owner_link_used: 'This link is incomplete or already used.',
    factor_first: 'Complete two-step verification before you create recovery codes.',
    sign_in_for_code: 'Sign in before you use a recovery code.',
  },
});

export const missingScriptsTexts = defineTexts({
  title: "Part of this page didn't load",
  text: 'This page needs its scripts. Check your connection or script blocker, then reload.',
  reload: 'Reload',
});

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
