// The OAuth client, built on the certified library oauth4webapi. Requests go only to addresses that config.toml or a
// configured issuer names.
import * as oauth from 'oauth4webapi';
import { allowInsecureRequests } from 'oauth4webapi';
import { authError } from '../http/errors.ts';
import type { ProviderTokens } from '../sessions/flow-state.ts';
import { type ExternalIdentity, identityFromClaims } from './external-identity.ts';
import type { OAuthProvider } from './find-provider.ts';

const discoveryTtlMs = 10 * 60_000;

/** Kept between redirect and callback. */
export interface OAuthFlowSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

export function createOAuthFlowSecrets(): OAuthFlowSecrets {
  return {
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    codeVerifier: oauth.generateRandomCodeVerifier(),
  };
}

const discoveryCache = new Map<string, { at: number; server: Promise<oauth.AuthorizationServer> }>();

/** Requested once at a time, cached for ten minutes. */
export async function discoverAuthorizationServer(
  provider: OAuthProvider,
): Promise<oauth.AuthorizationServer> {
  if (provider.kind === 'github') return githubServer(provider);
  const { href } = provider.issuer;
  const known = discoveryCache.get(href);
  if (known && Date.now() - known.at < discoveryTtlMs) return known.server;
  const server = requestDiscovery(provider);
  discoveryCache.set(href, { at: Date.now(), server });
  server.catch(() => discoveryCache.delete(href));
  return server;
}

async function requestDiscovery(provider: OAuthProvider): Promise<oauth.AuthorizationServer> {
  const response = await oauth.discoveryRequest(provider.issuer, httpOptions(provider));
  return oauth.processDiscoveryResponse(provider.issuer, response);
}

/** The caller must have checked `extra`. */
export async function createAuthorizationUrl(
  provider: OAuthProvider,
  secrets: OAuthFlowSecrets,
  scopes: string[],
  extra: Record<string, string>,
): Promise<string> {
  const server = await discoverAuthorizationServer(provider);
  if (!server.authorization_endpoint) throw new Error(`${provider.name} names no authorization endpoint`);
  const url = new URL(server.authorization_endpoint);
  const query = {
    ...extra,
    client_id: provider.clientIds[0] ?? '',
    redirect_uri: provider.redirectUri,
    response_type: 'code',
    scope: [...new Set([...defaultScopes[provider.kind], ...scopes])].join(' '),
    state: secrets.state,
    code_challenge: await oauth.calculatePKCECodeChallenge(secrets.codeVerifier),
    code_challenge_method: 'S256',
    ...(provider.kind === 'openid' ? { nonce: secrets.nonce } : {}),
    // Apple sends name and email only this way.
    ...(provider.name === 'apple' ? { response_mode: 'form_post' } : {}),
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

const defaultScopes = { openid: ['openid', 'email', 'profile'], github: ['user:email'] };

/**
 * Checks state, issuer (against mix-up attacks), code verifier, nonce and signature. Throws the error of the provider,
 * or a network error.
 */
export async function exchangeProviderCode(
  provider: OAuthProvider,
  parameters: URLSearchParams,
  secrets: OAuthFlowSecrets,
): Promise<{ identity: ExternalIdentity; tokens: ProviderTokens }> {
  const server = await discoverAuthorizationServer(provider);
  const client: oauth.Client = { client_id: provider.clientIds[0] ?? '' };
  try {
    const checked = oauth.validateAuthResponse(server, client, parameters, secrets.state);
    const response = await oauth.authorizationCodeGrantRequest(
      server, client, clientAuth(provider, server), checked, provider.redirectUri, secrets.codeVerifier,
      httpOptions(provider),
    ); // prettier-ignore
    const openid = provider.kind === 'openid';
    const token = await oauth.processAuthorizationCodeResponse(server, client, response, {
      expectedNonce: openid ? secrets.nonce : oauth.expectNoNonce,
      requireIdToken: openid,
    });
    if (openid) await oauth.validateApplicationLevelSignature(server, response, httpOptions(provider));
    const tokens = { accessToken: token.access_token, refreshToken: token.refresh_token };
    if (!openid) return { identity: await githubIdentity(provider, token.access_token), tokens };
    const claims = oauth.getValidatedIdTokenClaims(token);
    const extraClaims =
      claims?.['email'] === undefined ? await userInfo(provider, server, client, token) : {};
    return { identity: identityFromClaims(provider.name, { ...extraClaims, ...claims }), tokens };
  } catch (error) {
    throw toProviderError(error, provider);
  }
}

/** For providers that do not put the email into the id_token. */
async function userInfo(
  provider: OAuthProvider,
  server: oauth.AuthorizationServer,
  client: oauth.Client,
  token: oauth.TokenEndpointResponse,
): Promise<Record<string, unknown>> {
  if (!server.userinfo_endpoint) return {};
  const response = await oauth.userInfoRequest(server, client, token.access_token, httpOptions(provider));
  const subject = oauth.getValidatedIdTokenClaims(token)?.sub ?? '';
  return oauth.processUserInfoResponse(server, client, subject, response);
}

function clientAuth({ secret, kind }: OAuthProvider, server: oauth.AuthorizationServer): oauth.ClientAuth {
  if (secret === '') return oauth.None();
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const basic = kind === 'openid' && methods.includes('client_secret_basic');
  return basic ? oauth.ClientSecretBasic(secret) : oauth.ClientSecretPost(secret);
}

function toProviderError(error: unknown, provider: OAuthProvider): unknown {
  if (error instanceof oauth.AuthorizationResponseError) {
    return authError(403, 'provider_refused', (error.error_description ?? error.error).slice(0, 300));
  }
  if (error instanceof oauth.ResponseBodyError || error instanceof oauth.OperationProcessingError) {
    return authError(
      400,
      'bad_oauth_callback',
      `The response of ${provider.name} could not be exchanged: ${error.message.slice(0, 200)}`,
    );
  }
  return error;
}

// github has OAuth 2 without OpenID Connect, so the identity comes from its API.
/** A self-hosted server (`url`) has all endpoints under one host. */
function githubServer({ issuer }: OAuthProvider): oauth.AuthorizationServer {
  return {
    issuer: issuer.origin,
    authorization_endpoint: `${issuer.origin}/login/oauth/authorize`,
    token_endpoint: `${issuer.origin}/login/oauth/access_token`,
  };
}

function apiOf({ issuer }: OAuthProvider): string {
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

/** The identity with the primary email, verified or not. */
async function githubIdentity(provider: OAuthProvider, accessToken: string): Promise<ExternalIdentity> {
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

async function fetchJson<T>(provider: OAuthProvider, path: string, accessToken: string): Promise<T> {
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

const timeoutMs = 10_000;

interface HttpOptions {
  signal: () => AbortSignal;
  [allowInsecureRequests]: boolean;
}

/** Plain http is accepted only for issuers on this machine, which provider-config.ts ensures. */
function httpOptions({ issuer }: OAuthProvider): HttpOptions {
  return {
    signal: () => AbortSignal.timeout(timeoutMs),
    [allowInsecureRequests]: issuer.protocol === 'http:',
  };
}
