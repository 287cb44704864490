import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

/** Supported by every authenticator app (RFC 6238). */
const SHAPE = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Steps before and after, for slow typing and wrong clocks. */
const WINDOW = 1;
const SECRET_BYTES = 20;

export interface TotpEnrolment {
  /** Base32. */
  secret: string;
  /** otpauth://… */
  uri: string;
  /** SVG without a `#`: clients put it into a data URL unescaped. */
  qr_code: string;
}

export function generateTotp(issuer: string, label: string): TotpEnrolment {
  const secret = new Secret({ size: SECRET_BYTES });
  const uri = new TOTP({ ...SHAPE, issuer, label, secret }).toString();
  return { secret: secret.base32, uri, qr_code: renderSVG(uri, { border: 4, pixelSize: 5 }) };
}

/** Undefined for a wrong code and for a step not after `lastStep`. */
export function matchTotp(
  code: string,
  secret: string,
  lastStep: number | undefined,
  nowMs = Date.now(),
): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const totp = new TOTP({ ...SHAPE, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, window: WINDOW, timestamp: nowMs });
  if (delta === null) return undefined;
  const step = Math.floor(nowMs / 1000 / SHAPE.period) + delta;
  return lastStep !== undefined && step <= lastStep ? undefined : step;
}
