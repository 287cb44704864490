// Texts of auth service errors by their code; hints about the password rules.
import { defineTexts } from '../texts/define-texts.ts';

/** Errors of the auth service, by code, in Supabase's words. */
export const authErrorTexts = defineTexts({
  byCode: {
    invalid_credentials: 'Invalid login credentials',
    email_not_confirmed: 'Email not confirmed',
    user_already_exists: 'User already registered',
    email_exists: 'A user with this email address has already been registered',
    email_provider_disabled: 'Email signups are disabled',
    signup_disabled: 'Sign-up is closed on this site.',
    user_banned: 'User is banned',
    same_password: 'New password should be different from the old password.',
    otp_expired: 'Email link is invalid or has expired',
    email_address_invalid: 'Unable to validate email address: invalid format',
  },
  tooMany: (seconds: string) => `Request rate limit reached. Try again in ${seconds} seconds.`,
  shortPassword: (length: string) => `Password should be at least ${length} characters.`,
  passwordWithName:
    "Choose a password that doesn't include the business name, your own name or your email. They're the first things people guess.",
  commonPassword: 'Password is known to be weak and easy to guess, please choose a different one.',
});

export const passwordRuleTexts = defineTexts({
  strictHint: 'At least 8 characters, and not a common password.',
  hint: 'At least 6 characters. 8 or more is safer. Avoid common passwords.',
});
