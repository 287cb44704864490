import type { AuthConfig } from '../config.ts';

const MAX_LENGTH = 2048;
/** Opening them runs or reads something. */
const FORBIDDEN_SCHEMES = new Set([
  'javascript:',
  'data:',
  'vbscript:',
  'blob:',
  'file:',
  'about:',
  'view-source:',
]);
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** `redirect_to`, else the referring page, else the site. */
export function redirectTarget(request: Request, config: AuthConfig): string {
  const requested = new URL(request.url).searchParams.get('redirect_to');
  return (
    (requested && allowedRedirect(requested, config)) ||
    allowedRedirect(request.headers.get('referer') ?? '', config) ||
    config.site_url
  );
}

/**
 * The parsed form, or undefined. It is both checked and sent, because it resolves backslashes, dots, unicode hosts and
 * numeric hosts as browsers do.
 */
export function allowedRedirect(given: string, config: AuthConfig): string | undefined {
  // The URL parser drops or encodes these, other clients may not.
  if (given.length > MAX_LENGTH || /[\p{Cc}\p{Z}\\]/u.test(given)) return undefined;
  if (!URL.canParse(given)) return undefined;
  const url = new URL(given);
  if (FORBIDDEN_SCHEMES.has(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  return isOfSite(url, config.site_url) || isListed(url, config.additional_redirect_urls)
    ? url.href
    : undefined;
}

/** On loopback any port, because each tool takes its own. */
function isOfSite(url: URL, siteUrl: string): boolean {
  if (!URL.canParse(siteUrl)) return false;
  const site = new URL(siteUrl);
  if (url.host === '' || url.protocol !== site.protocol || url.hostname !== site.hostname) return false;
  return url.port === site.port || LOOPBACK.test(url.hostname);
}

function isListed(url: URL, patterns: readonly string[]): boolean {
  const withoutFragment = url.href.replace(/#.*$/s, '');
  // A pattern may leave out the slash that the parser adds to a bare host.
  const bare =
    url.pathname === '/' && url.search === '' ? withoutFragment.replace(/\/$/, '') : withoutFragment;
  return patterns.some((pattern) => {
    const form = compilePattern(pattern);
    return (form.test(withoutFragment) || form.test(bare)) && hostIsListed(url, pattern);
  });
}

/** `**` crosses slashes, so the host is matched on its own too. */
function hostIsListed(url: URL, pattern: string): boolean {
  const authority = /^[a-z][a-z0-9+.*-]*:\/\/([^/]*)/i.exec(pattern)?.[1];
  if (authority === undefined || url.host === '') return true;
  const form = compilePattern(authority);
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return form.test(url.host) || form.test(`${url.hostname}:${port}`);
}

// As GoTrue reads additional_redirect_urls: `*` is any text without "." and "/", `**` any text, `?` one character that
// is neither, `[abc]`, `[!abc]` and `{one,other}` as in a shell.

/** A malformed pattern matches itself alone. */
export function compilePattern(pattern: string): RegExp {
  try {
    return new RegExp(`^${translate(pattern)}$`, 'u');
  } catch {
    return new RegExp(`^${escapeText(pattern)}$`, 'u');
  }
}

const PARTS = /\*\*+|\*|\?|\[!?[^\]]+\]|\{|\}|,|\\.|[^*?[{},\\]+|./gsu;

function translate(pattern: string): string {
  let depth = 0;
  const parts = (pattern.match(PARTS) ?? []).map((part) => {
    if (part.startsWith('**')) return '.*';
    if (part === '*') return '[^./]*';
    if (part === '?') return '[^./]';
    if (part.length > 2 && part.startsWith('[')) return characterSet(part);
    if (part === '{') return (depth++, '(?:');
    if (part === '}' && depth > 0) return (depth--, ')');
    if (part === ',' && depth > 0) return '|';
    return escapeText(part.length === 2 && part.startsWith('\\') ? part.slice(1) : part);
  });
  return parts.join('');
}

function characterSet(part: string): string {
  const negated = part.startsWith('[!');
  // Under the flag u only these may be escaped; an escaped "~" would be a syntax error.
  const inside = part.slice(negated ? 2 : 1, -1).replaceAll(/[\\\]^[|]/g, '\\$&');
  return `[${negated ? '^' : ''}${inside}]`;
}

function escapeText(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
