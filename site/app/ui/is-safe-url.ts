/** What follows each scheme that a link may have. */
const absolute = /^(?:https?:\/\/[^/?#]|mailto:[^/?#]|tel:[+0-9(])/i;
/** Browsers drop some of them before they parse, and read a backslash as a slash. */
// oxlint-disable-next-line no-control-regex -- these characters are what is looked for
const misread = /[\u0001-\u0020\u007f-\u00a0\u2028\u2029\\]/;

/**
 * Whether a link of somebody's data may become an `href`: http, https, mailto, tel, or a part of this site. The database
 * has the same rule for stored addresses, which are absolute or a path, in `private.is_safe_url`.
 */
export function isSafeUrl(url: string): boolean {
  if (url.includes('\0') || misread.test(url)) return false;
  const hasScheme = /^[^/?#]*:/.test(url);
  return hasScheme ? absolute.test(url) : !url.startsWith('//');
}
