/**
 * The HTML standard's rule for `type=email`, with a dot in the domain. The database has the same rule
 * (private.is_email); the server's sign-up (backend/src/auth/accounts/email-or-phone.ts) does not require the dot.
 */
export const emailPattern =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;

/** Invisible characters in copied text: direction marks, joiners, soft hyphens. SQL: private.visible_text. */
const invisible = /\p{Cf}/gu;

/** Converts an internationalised domain to `xn--…`, as browsers do in a field of type email. */
function asciiDomain(domain: string): string {
  // Domains with other ASCII characters stay unchanged, because a URL parser would reinterpret them.
  if (!/[^\0-\u007f]/.test(domain) || /[\0-,/:-@[-`{-\u007f]/.test(domain)) return domain;
  try {
    return new URL(`https://${domain}`).hostname;
  } catch {
    return domain;
  }
}

/** The stored form of a typed or pasted address. An invalid one stays invalid. */
export function cleanEmailAddress(typed: string): string {
  const address = typed.replaceAll(invisible, '').trim();
  const at = address.lastIndexOf('@') + 1;
  return at === 0 ? address : address.slice(0, at) + asciiDomain(address.slice(at));
}

export function isEmailAddress(text: string): boolean {
  return emailPattern.test(text);
}
