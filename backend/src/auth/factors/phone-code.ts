import type { AuthDeps } from '../deps.ts';
import { sendSms, testCode } from '../messages/send-sms.ts';
import { generateCode, hashCode, isCodeOf } from '../sessions/token-secrets.ts';
import type { UserRow } from '../accounts/user-row.ts';
import type { FactorRow } from './factor-row.ts';

export interface PhoneCode {
  /** Stored with the challenge. */
  codeHash: string;
  /** Call it after the commit. Throws 422 sms_send_failed. */
  send: () => Promise<void>;
}

/** Test numbers of config.toml have a fixed code and get no message. */
export function generatePhoneCode(user: UserRow, factor: FactorRow, deps: AuthDeps): PhoneCode {
  const phone = factor.phone ?? '';
  const code = testCode(phone, deps) ?? generateCode(deps.config.mfa.phone.otp_length);
  return {
    codeHash: hashCode(code, purposeOf(factor), deps.keys.jwtSecret),
    send: () => sendSms(user, phone, code, deps),
  };
}

export function isPhoneCode(
  code: string,
  codeHash: string | null,
  factor: FactorRow,
  deps: AuthDeps,
): boolean {
  return isCodeOf(codeHash ?? '', code, purposeOf(factor), deps.keys);
}

function purposeOf({ id }: FactorRow): string {
  return `factor ${id}`;
}
