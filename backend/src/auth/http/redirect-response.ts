// Fragments reach no server and no log.
import type { BackendError } from '../../errors/backend-error.ts';

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

/** Implicit flow. `type` is the link's. */
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

/** PKCE flow: only the client that began it can exchange the code. */
export function redirectWithCode(target: string, code: string): Response {
  return seeOther(withQuery(target, { code }));
}

/** For a step that is not the last. */
export function redirectWithMessage(target: string, message: string): Response {
  return seeOther(withFragment(target, { message }));
}

/** PKCE clients read the query, others the fragment; the error is in both. */
export function redirectWithError(target: string, error: BackendError, pkce: boolean): Response {
  const kind =
    error.status >= 500 ? 'server_error' : error.status === 422 ? 'invalid_request' : 'access_denied';
  const fields = { error: kind, error_code: error.code, error_description: error.message };
  return seeOther(withFragment(pkce ? withQuery(target, fields) : target, fields));
}
