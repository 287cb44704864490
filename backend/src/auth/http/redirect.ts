// Redirects to a page of the project.
import type { AuthConfig } from '../config.ts';
import type { BackendError } from '../../errors/backend-error.ts';

const maxLength = 2048;
/** Schemes whose URLs run code or read local data when opened. */
const forbiddenSchemes = new Set([
  'javascript:',
  'data:',
  'vbscript:',
  'blob:',
  'file:',
  'about:',
  'view-source:',
]);
const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** `redirect_to`, else the referring page, else the site. */
export function resolveRedirectUrl(request: Request, config: AuthConfig): string {
  const requested = new URL(request.url).searchParams.get('redirect_to');
  return (
    (requested && parseAllowedRedirectUrl(requested, config)) ||
    parseAllowedRedirectUrl(request.headers.get('referer') ?? '', config) ||
    config.site_url
  );
}

/**
 * The parsed URL if it is allowed, else undefined. The parsed form is both checked and sent, because it resolves
 * backslashes, dots, unicode hosts and numeric hosts as browsers do.
 */
export function parseAllowedRedirectUrl(given: string, config: AuthConfig): string | undefined {
  // The URL parser drops or encodes these, other clients may not.
  if (given.length > maxLength || /[\p{Cc}\p{Z}\\]/u.test(given)) return undefined;
  if (!URL.canParse(given)) return undefined;
  const url = new URL(given);
  if (forbiddenSchemes.has(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  return isOfSite(url, config.site_url) || isListed(url, config.additional_redirect_urls)
    ? url.href
    : undefined;
}

/** On loopback any port is accepted, because each development tool uses its own. */
function isOfSite(url: URL, siteUrl: string): boolean {
  if (!URL.canParse(siteUrl)) return false;
  const site = new URL(siteUrl);
  if (url.host === '' || url.protocol !== site.protocol || url.hostname !== site.hostname) return false;
  return url.port === site.port || loopbackHost.test(url.hostname);
}

function isListed(url: URL, patterns: readonly string[]): boolean {
  const withoutFragment = url.href.replace(/#.*$/s, '');
  // A pattern may leave out the slash that the parser adds to a bare host.
  const bare =
    url.pathname === '/' && url.search === '' ? withoutFragment.replace(/\/$/, '') : withoutFragment;
  return patterns.some((pattern) => {
    const form = compileRedirectPattern(pattern);
    return (form.test(withoutFragment) || form.test(bare)) && hostIsListed(url, pattern);
  });
}

/** `**` matches slashes too, so the host is also matched separately. */
function hostIsListed(url: URL, pattern: string): boolean {
  const authority = /^[a-z][a-z0-9+.*-]*:\/\/([^/]*)/i.exec(pattern)?.[1];
  if (authority === undefined || url.host === '') return true;
  const form = compileRedirectPattern(authority);
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return form.test(url.host) || form.test(`${url.hostname}:${port}`);
}

// Patterns of additional_redirect_urls, with GoTrue's meaning: `*` is any text without "." and "/", `**` any text, `?`
// one character that is neither, `[abc]`, `[!abc]` and `{one,other}` as in a shell.

/** A malformed pattern matches only its own text. */
export function compileRedirectPattern(pattern: string): RegExp {
  try {
    return new RegExp(`^${translate(pattern)}$`, 'u');
  } catch {
    return new RegExp(`^${RegExp.escape(pattern)}$`, 'u');
  }
}

const globParts = /\*\*+|\*|\?|\[!?[^\]]+\]|\{|\}|,|\\.|[^*?[{},\\]+|./gsu;

function translate(pattern: string): string {
  let depth = 0;
  const parts = (pattern.match(globParts) ?? []).map((part) => {
    if (part.startsWith('**')) return '.*';
    if (part === '*') return '[^./]*';
    if (part === '?') return '[^./]';
    if (part.length > 2 && part.startsWith('[')) return characterSet(part);
    if (part === '{') return (depth++, '(?:');
    if (part === '}' && depth > 0) return (depth--, ')');
    if (part === ',' && depth > 0) return '|';
    return RegExp.escape(part.length === 2 && part.startsWith('\\') ? part.slice(1) : part);
  });
  return parts.join('');
}

function characterSet(part: string): string {
  const negated = part.startsWith('[!');
  // With the flag u only these characters may be escaped; an escaped "~" would be a syntax error.
  const inside = part.slice(negated ? 2 : 1, -1).replaceAll(/[\\\]^[|]/g, '\\$&');
  return `[${negated ? '^' : ''}${inside}]`;
}

// Redirects with 303. Data is sent in the fragment, which reaches no server and no log.
function seeOther(location: string): Response {
  const headers = { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
  return new Response(null, { status: 303, headers });
}

function withFragment(target: string, fields: Record<string, string>): string {
  // GoTrue adds an empty `sb`, by which clients recognise its fragments.
  return `${target.replace(/#.*$/s, '')}#${new URLSearchParams({ ...fields, sb: '' })}`;
}

function withQuery(target: string, fields: Record<string, string>): string {
  const url = new URL(target);
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  return url.href;
}

/** For the implicit flow. `type` is the type of the link. */
export function redirectWithSession(
  target: string,
  session: Record<string, unknown>,
  type?: string,
): Response {
  const names = [
    'access_token',
    'expires_at',
    'expires_in',
    'provider_refresh_token',
    'provider_token',
    'refresh_token',
    'token_type',
  ];
  const given = names.flatMap((name) => (session[name] ? [[name, String(session[name])]] : []));
  return seeOther(
    withFragment(target, { ...Object.fromEntries(given), ...(type === undefined ? {} : { type }) }),
  );
}

/** For the PKCE flow: only the client that began it can exchange the code. */
export function redirectWithCode(target: string, code: string): Response {
  return seeOther(withQuery(target, { code }));
}

/** For a confirmation that is not the last one. */
export function redirectWithMessage(target: string, message: string): Response {
  return seeOther(withFragment(target, { message }));
}

/** The error is in query and fragment: PKCE clients read the query, others the fragment. */
export function redirectWithError(target: string, error: BackendError, pkce: boolean): Response {
  const kind =
    error.status >= 500 ? 'server_error' : error.status === 422 ? 'invalid_request' : 'access_denied';
  const fields = { error: kind, error_code: error.code, error_description: error.message };
  return seeOther(withFragment(pkce ? withQuery(target, fields) : target, fields));
}
