/**
 * The HTML standard's rule for `type=email`, with a dot in the domain. The database has the same (private.is_email), as
 * has the server's sign-up (backend/src/auth/accounts/email-or-phone.ts), whose domain needs no dot.
 */
export const emailPattern =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;

/** Marks of direction, joiners, soft hyphens: copying brings them along. SQL: private.visible_text. */
const invisible = /\p{Cf}/gu;

/** A browser makes `xn--…` of an internationalised domain in a field of type email; this does it everywhere. */
function asciiDomain(domain: string): string {
  // Of another character than letters, digits, hyphens and dots a URL would make its own reading.
  if (!/[^\0-\u007f]/.test(domain) || /[\0-,/:-@[-`{-\u007f]/.test(domain)) return domain;
  try {
    return new URL(`https://${domain}`).hostname;
  } catch {
    return domain;
  }
}

/** An address as it was typed or pasted, as it is stored. What is no address stays wrong. */
export function cleanEmailAddress(typed: string): string {
  const address = typed.replaceAll(invisible, '').trim();
  const at = address.lastIndexOf('@') + 1;
  return at === 0 ? address : address.slice(0, at) + asciiDomain(address.slice(at));
}

export function isEmailAddress(text: string): boolean {
  return emailPattern.test(text);
}
