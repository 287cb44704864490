/** Schemes that a link may have, each with the required next characters. */
const absolute = /^(?:https?:\/\/[^/?#]|mailto:[^/?#]|tel:[+0-9(])/i;
/** Characters that browsers drop before they parse a URL, or read differently, such as a backslash. */
// oxlint-disable-next-line no-control-regex -- these characters are what is looked for
const misread = /[\u0001-\u0020\u007f-\u00a0\u2028\u2029\\]/;

/**
 * Whether a link in stored data may be used as `href`: http, https, mailto, tel, or a part of this site. The database
 * has the same rule for stored URLs, which are absolute or a path, in `private.is_safe_url`.
 */
export function isSafeUrl(url: string): boolean {
  if (url.includes('\0') || misread.test(url)) return false;
  const hasScheme = /^[^/?#]*:/.test(url);
  return hasScheme ? absolute.test(url) : !url.startsWith('//');
}
