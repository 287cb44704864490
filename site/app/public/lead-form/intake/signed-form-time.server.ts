// Signs the time when a form was first touched; verifies it to get the form's age for spam scoring.
import { createHmac } from 'node:crypto';

/** The time when a form was first touched, in milliseconds since 1970, signed so that it cannot be changed. */
export function createSignedFormTime(headerKey: string, now: number): string {
  return `${now}.${signatureOf(now, headerKey)}`;
}

/** The form's age in milliseconds; null without a valid hint. */
export function readSignedFormAgeMs(hint: string, headerKeys: readonly string[], now: number): number | null {
  const [time = '', signature] = hint.split('.');
  if (!/^\d{1,15}$/.test(time)) return null;
  if (!headerKeys.some((key) => signature === signatureOf(Number(time), key))) return null;
  return now - Number(time);
}

function signatureOf(time: number, headerKey: string): string {
  return createHmac('sha256', headerKey).update(`form hint ${time}`).digest('base64url').slice(0, 22);
}
