import type { AuthDeps } from '../deps.ts';
import { authError, validationFailed } from '../http/errors.ts';

/** The digits of an E.164 number. Throws 400 validation_failed. */
export function normalisePhone(given: string): string {
  // No number with its separators is longer, and a huge text costs nothing.
  const digits = given.slice(0, 40).trim().replaceAll(/[\s+]/g, '');
  if (/^[1-9]\d{1,14}$/.test(digits)) return digits;
  throw validationFailed('Invalid phone number format (E.164 required)');
}

export function requirePhoneSignInEnabled(deps: AuthDeps): void {
  if (deps.config.sms.enable_signup) return;
  throw authError(400, 'phone_provider_disabled', 'Unsupported phone provider');
}
