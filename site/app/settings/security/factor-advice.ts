/** Names of errors that the browser itself has for security keys. */
const keyErrors: Record<string, string> = {
  InvalidStateError: 'This key is set up already.',
  NotSupportedError: 'This key cannot be used here.',
  SecurityError: 'Security keys work only at the address that this site is served from.',
};

const refusals: Record<string, string> = {
  mfa_verification_failed: 'That code is not right. Enter the newest one.',
  mfa_challenge_expired: 'That took too long. Enter the newest code.',
  mfa_factor_name_conflict: 'You have one of this name already. Give it another name.',
  mfa_factor_not_found: 'This was set up anew in another window. Begin again.',
  too_many_enrolled_mfa_factors: 'You have as many as there can be. Remove one first.',
  insufficient_aal: 'Sign out, sign in with your second factor, and try again.',
  over_request_rate_limit: 'Too many tries. Wait five minutes.',
  mfa_totp_enroll_not_enabled: 'Authenticator apps are switched off on this site.',
  mfa_webauthn_enroll_not_enabled: 'Security keys are switched off on this site.',
  mfa_web_authn_enroll_not_enabled: 'Security keys are switched off on this site.',
};

/** What to do about a second factor that was refused, rather than what the refusal is called. */
export function factorAdvice(error: Error): string {
  const { code = '', status } = error as { code?: string; status?: number };
  if (refusals[code]) return refusals[code];
  const ofKey = keyErrors[error.name];
  if (ofKey) return ofKey;
  if ('__isWebAuthnError' in error) return 'The key did not answer in time, or it was cancelled. Try again.';
  return status ? error.message : "We couldn't reach the server. Nothing was changed: try again.";
}
