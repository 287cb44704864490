/** The session that the auth service put into the URL of a link. */
export interface UrlSession {
  access_token: string;
  refresh_token: string;
}

/** Every parameter that the client takes for part of a session. */
const names = [
  'access_token',
  'refresh_token',
  'expires_at',
  'expires_in',
  'token_type',
  'provider_token',
  'provider_refresh_token',
];

/**
 * Removes the session from `/dashboard#access_token=…` before the auth client reads it: the client would adopt it
 * without asking whose it is, and leave the tokens in the history. The client reads the query too, and first.
 */
export function takeUrlSession(): UrlSession | null {
  const url = new URL(location.href);
  const fragment = new URLSearchParams(url.hash.slice(1));
  const query = url.searchParams;
  const given = names.filter((name) => query.has(name) || fragment.has(name));
  if (given.length === 0) return null;
  const access_token = query.get('access_token') ?? fragment.get('access_token');
  const refresh_token = query.get('refresh_token') ?? fragment.get('refresh_token');
  if (given.some((name) => fragment.has(name))) url.hash = '';
  for (const name of given) if (query.has(name)) query.delete(name);
  history.replaceState(history.state, '', url.pathname + url.search + url.hash);
  return access_token && refresh_token ? { access_token, refresh_token } : null;
}
