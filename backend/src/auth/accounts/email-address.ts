import { validationFailed } from '../http/errors.ts';

// The email form of the HTML standard, which is also GoTrue's.
const ADDRESS =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;
const MAX_LENGTH = 255;

/** Throws 400 validation_failed when too long or malformed. */
export function normaliseEmail(given: string): string {
  const address = given.trim();
  if (address.length > MAX_LENGTH) throw validationFailed('An email address is too long');
  if (!ADDRESS.test(address)) throw validationFailed('Unable to validate email address: invalid format');
  return address.toLowerCase();
}

/** Whether a text is a normalised email. */
export function isEmail(text: string): boolean {
  return text.length <= MAX_LENGTH && ADDRESS.test(text) && text === text.toLowerCase();
}
