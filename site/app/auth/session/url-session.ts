import { takeParameters } from './take-parameters.ts';

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
  const taken = takeParameters(names);
  const access_token = taken?.get('access_token');
  const refresh_token = taken?.get('refresh_token');
  return access_token && refresh_token ? { access_token, refresh_token } : null;
}
