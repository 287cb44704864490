// github has OAuth 2 without OpenID Connect, so the identity comes from its API.
import * as oauth from 'oauth4webapi';
import { type ExternalIdentity, identityFromClaims } from './external-identity.ts';
import type { Provider } from './find-provider.ts';
import { httpOptions } from './http-options.ts';

/** An own server (`url`) has all endpoints under one host. */
export function githubServer({ issuer }: Provider): oauth.AuthorizationServer {
  return {
    issuer: issuer.origin,
    authorization_endpoint: `${issuer.origin}/login/oauth/authorize`,
    token_endpoint: `${issuer.origin}/login/oauth/access_token`,
  };
}

function apiOf({ issuer }: Provider): string {
  return issuer.hostname === 'github.com' ? 'https://api.github.com' : `${issuer.origin}/api/v3`;
}

interface GithubUser {
  id: number;
  login: string;
  name: string | null;
  avatar_url: string;
}

interface GithubEmail {
  email: string;
  primary: boolean;
  verified: boolean;
}

/** With the primary email, verified or not. */
export async function githubIdentity(provider: Provider, accessToken: string): Promise<ExternalIdentity> {
  const user = await fetchJson<GithubUser>(provider, '/user', accessToken);
  const emails = await fetchJson<GithubEmail[]>(provider, '/user/emails', accessToken);
  const primary = Array.isArray(emails) ? emails.find((email) => email.primary) : undefined;
  if (!Number.isSafeInteger(user.id)) throw new Error('github returned a user without an id');
  return identityFromClaims(provider.name, {
    iss: apiOf(provider),
    sub: String(user.id),
    name: user.name,
    preferred_username: user.login,
    picture: user.avatar_url,
    email: primary?.email,
    email_verified: primary?.verified,
  });
}

async function fetchJson<T>(provider: Provider, path: string, accessToken: string): Promise<T> {
  const response = await oauth.protectedResourceRequest(
    accessToken,
    'GET',
    new URL(`${apiOf(provider)}${path}`),
    new Headers({ accept: 'application/vnd.github+json' }),
    null,
    httpOptions(provider),
  );
  if (!response.ok) throw new Error(`github responded ${response.status} to ${path}`);
  return (await response.json()) as T;
}
