// The three ways a link ends: the browser is sent on with a session, with a code, or with what went wrong. What is in
// the fragment reaches no server and no log.
import type { BackendError } from '../../errors/backend-error.ts';

function seeOther(location: string): Response {
  const headers = { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
  return new Response(null, { status: 303, headers });
}

function withFragment(target: string, fields: Record<string, string>): string {
  // GoTrue ends with an empty `sb`, by which a client knows whose fragment this is.
  return `${target.replace(/#.*$/s, '')}#${new URLSearchParams({ ...fields, sb: '' })}`;
}

function withQuery(target: string, fields: Record<string, string>): string {
  const url = new URL(target);
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  return url.href;
}

/** Implicit flow: the whole session. `session` is sessionJson()'s; `type` is what a link was for. */
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

/** PKCE flow: a code that only who began the flow can exchange. */
export function redirectWithCode(target: string, code: string): Response {
  return seeOther(withQuery(target, { code }));
}

/** A half that is done, e.g. the first confirmation of a new address. */
export function redirectWithMessage(target: string, message: string): Response {
  return seeOther(withFragment(target, { message }));
}

/** A failure that the person must see. PKCE clients read the query, the others the fragment; both get both. */
export function redirectWithError(target: string, error: BackendError, pkce: boolean): Response {
  const kind =
    error.status >= 500 ? 'server_error' : error.status === 422 ? 'invalid_request' : 'access_denied';
  const fields = { error: kind, error_code: error.code, error_description: error.message };
  return seeOther(withFragment(pkce ? withQuery(target, fields) : target, fields));
}
