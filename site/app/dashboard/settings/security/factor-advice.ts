/** Names of the browser's own errors about security keys. */
const adviceByName: Record<string, string> = {
  InvalidStateError: 'This key is already set up.',
  NotSupportedError: "This key can't be used here.",
  SecurityError: "Security keys only work at this site's own address.",
};

const adviceByCode: Record<string, string> = {
  mfa_verification_failed: "That code isn't right. Enter the latest one.",
  mfa_challenge_expired: 'That code has expired. Enter the latest one.',
  mfa_factor_name_conflict: 'You already use that name. Choose another one.',
  mfa_factor_not_found: 'Set-up was restarted in another window. Please start again.',
  too_many_enrolled_mfa_factors: "You've reached the limit. Remove one first.",
  insufficient_aal: 'Sign out, sign back in with your code or key, and try again.',
  over_request_rate_limit: 'Too many attempts. Wait 5 minutes.',
  mfa_totp_enroll_not_enabled: 'Authenticator apps are turned off on this site.',
  mfa_webauthn_enroll_not_enabled: 'Security keys are turned off on this site.',
  mfa_web_authn_enroll_not_enabled: 'Security keys are turned off on this site.',
};

/** What to do about a rejected second factor, instead of the error's name. */
export function factorAdvice(error: Error): string {
  const { code = '', status } = error as { code?: string; status?: number };
  if (adviceByCode[code]) return adviceByCode[code];
  const ofKey = adviceByName[error.name];
  if (ofKey) return ofKey;
  if ('__isWebAuthnError' in error)
    return "The key didn't respond in time, or the request was cancelled. Please try again.";
  return status ? error.message : "We couldn't reach the server. Nothing has changed. Please try again.";
}
