// One-time codes that factors accept, by SMS or from an authenticator app.
import type { AuthDeps } from '../deps.ts';
import { sendSmsCode, findConfiguredTestCode } from '../messages/send-sms-code.ts';
import { generateOneTimeCode, hashOneTimeCode, isHashOfOneTimeCode } from '../sessions/token-secrets.ts';
import type { UserRow } from '../accounts/user-row.ts';
import type { FactorRow } from './factor-rows.ts';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

export interface UnsentPhoneFactorCode {
  /** Stored with the challenge. */
  codeHash: string;
  /** Call it after the commit. Throws 422 sms_send_failed. */
  send: () => Promise<void>;
}

/** Test numbers of config.toml have a fixed code and get no message. */
export function generatePhoneFactorCode(
  user: UserRow,
  factor: FactorRow,
  deps: AuthDeps,
): UnsentPhoneFactorCode {
  const phone = factor.phone ?? '';
  const code = findConfiguredTestCode(phone, deps) ?? generateOneTimeCode(deps.config.mfa.phone.otp_length);
  return {
    codeHash: hashOneTimeCode(code, purposeOf(factor), deps.keys.jwtSecret),
    send: () => sendSmsCode(user, phone, code, deps),
  };
}

export function isPhoneFactorCodeCorrect(
  code: string,
  codeHash: string | null,
  factor: FactorRow,
  deps: AuthDeps,
): boolean {
  return isHashOfOneTimeCode(codeHash ?? '', code, purposeOf(factor), deps.keys);
}

function purposeOf({ id }: FactorRow): string {
  return `factor ${id}`;
}

/** Supported by every authenticator app (RFC 6238). */
const totpParameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Steps accepted before and after the current one, for slow typing and wrong clocks. */
const acceptedDriftSteps = 1;
const secretBytes = 20;

interface TotpEnrolment {
  /** Base32. */
  secret: string;
  /** otpauth://… */
  uri: string;
  /** SVG without a `#`: clients put it into a data URL unescaped. */
  qr_code: string;
}

export function createTotpEnrolment(issuer: string, label: string): TotpEnrolment {
  const secret = new Secret({ size: secretBytes });
  const uri = new TOTP({ ...totpParameters, issuer, label, secret }).toString();
  return { secret: secret.base32, uri, qr_code: renderSVG(uri, { border: 4, pixelSize: 5 }) };
}

/** Returns the step (of 30 s since 1970) that the code matches; undefined if none does, or none after `lastStep`. */
export function findMatchingTotpStep(
  code: string,
  secret: string,
  lastStep: number | undefined,
  nowMs = Date.now(),
): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const totp = new TOTP({ ...totpParameters, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, window: acceptedDriftSteps, timestamp: nowMs });
  if (delta === null) return undefined;
  const step = Math.floor(nowMs / 1000 / totpParameters.period) + delta;
  return lastStep !== undefined && step <= lastStep ? undefined : step;
}
