// Texts of general errors: unreachable server, denied access, raised database errors, missing scripts.
import { defineTexts } from '../texts/define-texts.ts';

export const errorTexts = defineTexts({
  unreachable: "We couldn't reach the server. Try again in a moment.",
  unknown: 'Something went wrong on our end. Try again in a moment.',
  clock:
    "We couldn't confirm your session. Check this device's clock (date, time and time zone), then try again.",
  denied: 'You no longer have permission to do this. Ask an owner.',
  /** By the name that a database function sets as `detail` (supabase/schemas). The dashboard's: raisedTexts. */
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
