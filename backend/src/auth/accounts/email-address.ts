import { domainToASCII } from 'node:url';
import { validationFailed } from '../http/errors.ts';

// The email form of the HTML standard, which is also GoTrue's.
const ADDRESS =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;
const MAX_LENGTH = 255;

/** Without the marks of direction that copied text brings along; an internationalised domain as `xn--…`. */
function cleanAddress(given: string): string {
  const address = given.replaceAll(/\p{Cf}/gu, '').trim();
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  // Of ASCII a URL would make its own reading, such as "1.2" as 1.0.0.2.
  if (at === 0 || /[\0-,/:-@[-`{-\u007f]/.test(domain) || !/[^\0-\u007f]/.test(domain)) return address;
  return address.slice(0, at) + (domainToASCII(domain) || domain);
}

/** Throws 400 validation_failed when too long or malformed. */
export function normaliseEmail(given: string): string {
  const address = cleanAddress(given);
  if (address.length > MAX_LENGTH) throw validationFailed('An email address is too long');
  if (!ADDRESS.test(address)) throw validationFailed('Unable to validate email address: invalid format');
  return address.toLowerCase();
}

/** Whether a text is a normalised email. */
export function isEmail(text: string): boolean {
  return text.length <= MAX_LENGTH && ADDRESS.test(text) && text === text.toLowerCase();
}
