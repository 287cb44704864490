// The normal form of an email address or phone number.
import { domainToASCII } from 'node:url';
import { validationFailedError, authError } from '../http/errors.ts';
import type { AuthDeps } from '../deps.ts';

// The email form of the HTML standard, which is also GoTrue's.
const addressPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;
const maxLength = 255;

/** Removes invisible direction marks, which copied text may contain. An internationalised domain becomes `xn--…`. */
function cleanAddress(given: string): string {
  const address = given.replaceAll(/\p{Cf}/gu, '').trim();
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  // A URL parser would reinterpret some ASCII domains, such as "1.2" as 1.0.0.2.
  if (at === 0 || /[\0-,/:-@[-`{-\u007f]/.test(domain) || !/[^\0-\u007f]/.test(domain)) return address;
  return address.slice(0, at) + (domainToASCII(domain) || domain);
}

/** Throws 400 validation_failed when too long or malformed. */
export function normaliseEmail(given: string): string {
  const address = cleanAddress(given);
  if (address.length > maxLength) throw validationFailedError('An email address is too long');
  if (!addressPattern.test(address))
    throw validationFailedError('Unable to validate email address: invalid format');
  return address.toLowerCase();
}

export function isNormalisedEmail(text: string): boolean {
  return text.length <= maxLength && addressPattern.test(text) && text === text.toLowerCase();
}

/** The digits of an E.164 number. Throws 400 validation_failed. */
export function normalisePhone(given: string): string {
  // Cut before parsing, so that a huge text costs no time; no valid number is longer, even with separators.
  const digits = given.slice(0, 40).trim().replaceAll(/[\s+]/g, '');
  if (/^[1-9]\d{1,14}$/.test(digits)) return digits;
  throw validationFailedError('Invalid phone number format (E.164 required)');
}

export function requirePhoneSignInEnabled(deps: AuthDeps): void {
  if (deps.config.sms.enable_signup) return;
  throw authError(400, 'phone_provider_disabled', 'Unsupported phone provider');
}
