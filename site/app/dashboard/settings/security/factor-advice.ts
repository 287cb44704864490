import { authErrorMessage } from '../../../auth/auth-error-message.ts';
import { securityTexts } from './security-texts.ts';

const { errors, nameTaken } = securityTexts.factors;

/** Names of the browser's own errors about security keys. */
const adviceByName: Record<string, string> = {
  InvalidStateError: errors.keyTaken,
  NotSupportedError: errors.keyUnfit,
  SecurityError: errors.wrongAddress,
};

const adviceByCode: Record<string, string> = {
  mfa_verification_failed: errors.codeWrong,
  mfa_challenge_expired: errors.codeExpired,
  mfa_factor_name_conflict: nameTaken,
  mfa_factor_not_found: errors.setUpElsewhere,
  too_many_enrolled_mfa_factors: errors.tooManyFactors,
  insufficient_aal: errors.signInAgain,
  over_request_rate_limit: errors.tooManyAttempts,
  mfa_totp_enroll_not_enabled: errors.appsOff,
  mfa_webauthn_enroll_not_enabled: errors.keysOff,
  mfa_web_authn_enroll_not_enabled: errors.keysOff,
};

/** What to do about a rejected second factor, instead of the error's name. */
export function factorAdvice(error: Error): string {
  const { code = '', status } = error as { code?: string; status?: number };
  const known = adviceByCode[code] ?? adviceByName[error.name];
  if (known) return known;
  if ('__isWebAuthnError' in error) return errors.keySilent;
  return status ? authErrorMessage(error, error.message) : errors.unreachable;
}
