import type { AuthDeps } from '../deps.ts';
import { authError } from '../http/errors.ts';
import type { FactorType } from './factor-row.ts';

const KINDS = {
  totp: ['totp', 'mfa_totp_verify_not_enabled', 'TOTP'],
  phone: ['phone', 'mfa_phone_verify_not_enabled', 'Phone'],
  webauthn: ['web_authn', 'mfa_web_authn_verify_not_enabled', 'WebAuthn'],
} as const;

export function requireVerificationEnabled(type: FactorType, deps: AuthDeps): void {
  const [setting, code, name] = KINDS[type];
  if (deps.config.mfa[setting].verify_enabled) return;
  throw authError(422, code, `MFA verification is disabled for ${name}`);
}
