// Grant id_token: signs in with an OpenID Connect token that an app got from the provider.
import { createHash } from 'node:crypto';
import { type JWTPayload, type RemoteJWKSet, createRemoteJWKSet, jwtVerify } from 'jose';
import { z } from 'zod';
import type { AuthDeps } from '../deps.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { readAuthBody } from '../http/read-body.ts';
import { OAuthError, authError, validationFailedError } from '../http/errors.ts';
import { retryOnAccountConflict } from '../accounts/in-transaction.ts';
import { runInAccountCreationTransaction } from '../hooks/in-account-creation-transaction.ts';
import { type ExternalIdentity, identityFromClaims } from '../providers/external-identity.ts';
import { linkIdentityOrFindAccount, requireLinkingUser } from '../providers/link-identity.ts';
import { type OAuthProvider, enabledProviders } from '../providers/find-provider.ts';
import { discoverAuthorizationServer } from '../providers/oauth-client.ts';
import { consumeConfiguredLimit } from '../rate-limits.ts';
import { createSessionJson } from '../sessions/create-session-json.ts';
import { sessionOriginOf, startSession } from '../sessions/session.ts';

const idTokenSchema = z.object({
  provider: z.string().max(40).nullish(),
  issuer: z.string().max(500).nullish(),
  id_token: z.string().nullish(),
  access_token: z.string().nullish(),
  nonce: z.string().nullish(),
  link_identity: z.boolean().nullish(),
});

type IdTokenGrant = z.output<typeof idTokenSchema>;

/** Only asymmetric algorithms: a shared secret does not prove that the provider signed. */
const algorithms = ['ES256', 'ES384', 'ES512', 'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'EdDSA'];
const clockSkewS = 30;

export async function handleIdTokenGrant(request: Request, deps: AuthDeps): Promise<Response> {
  await consumeConfiguredLimit('sign_in_sign_ups', request, deps);
  const given = await readAuthBody(request, idTokenSchema);
  if (!given.id_token) throw validationFailedError('id_token required');
  if (!given.provider && !given.issuer)
    throw validationFailedError('provider or client_id and issuer required');
  const linkingTo = given.link_identity ? (await requireLinkingUser(request, deps)).id : undefined;
  const provider = requireProvider(given, deps);
  const identity = await identityOf(provider, given.id_token, given);
  const origin = sessionOriginOf(request, deps);
  const { name, emailOptional } = provider;
  const opened = await retryOnAccountConflict(() =>
    runInAccountCreationTransaction(origin.ip, deps, async (client, allowCreation) => {
      const account = { identity, emailOptional, linkingTo, allowCreation };
      const { id } = await linkIdentityOrFindAccount(client, account, deps);
      return startSession(client, id, 'oauth', origin, name);
    }),
  );
  return jsonResponse(await createSessionJson(opened, deps));
}

function requireProvider({ provider: name, issuer }: IdTokenGrant, deps: AuthDeps): OAuthProvider {
  const provider = enabledProviders(deps.config, deps.publicUrl).find((known) =>
    name ? known.name === name : sameUrl(known.issuer, issuer ?? ''),
  );
  // github has no id_tokens.
  if (provider?.kind === 'openid') return provider;
  const which = name ? `Provider (${name})` : `Provider (issuer "${issuer}")`;
  throw authError(400, 'provider_disabled', `${which} is not enabled`);
}

function sameUrl(known: URL, given: string): boolean {
  return URL.canParse(given) && new URL(given).href === known.href;
}

async function identityOf(
  provider: OAuthProvider,
  idToken: string,
  given: IdTokenGrant,
): Promise<ExternalIdentity> {
  const claims = await verify(provider, idToken);
  requireNonce(claims, given.nonce, provider);
  requireAccessToken(claims, given.access_token);
  return identityFromClaims(provider.name, claims);
}

const keySets = new Map<string, RemoteJWKSet>();

/** jose fetches the keys again for an unknown key id, at most every 30 seconds. */
async function keySetOf(provider: OAuthProvider): Promise<{ keySet: RemoteJWKSet; issuer: string }> {
  const { jwks_uri: address, issuer } = await discoverAuthorizationServer(provider);
  if (!address) throw new Error(`${provider.name} names no key set`);
  let keySet = keySets.get(address);
  if (!keySet) keySets.set(address, (keySet = createRemoteJWKSet(new URL(address))));
  return { keySet, issuer };
}

async function verify(provider: OAuthProvider, idToken: string): Promise<JWTPayload> {
  const { keySet, issuer } = await keySetOf(provider).catch((cause: unknown) => {
    const message = `${provider.name} cannot be reached at the moment, try again later`;
    throw Object.assign(authError(503, 'provider_unreachable', message), { cause });
  });
  try {
    const { payload } = await jwtVerify(idToken, keySet, {
      // Google has two issuer names.
      issuer: provider.name === 'google' ? [issuer, 'accounts.google.com'] : issuer,
      audience: provider.clientIds,
      algorithms: algorithms,
      requiredClaims: ['sub', 'exp', 'iat'],
      clockTolerance: clockSkewS,
    });
    return payload;
  } catch (cause) {
    throw Object.assign(new OAuthError('invalid request', 'Bad ID token'), { cause });
  }
}

/** The token contains the hash of the app's nonce, so a stolen token is useless without it. */
function requireNonce(claims: JWTPayload, given: string | null | undefined, provider: OAuthProvider): void {
  if (provider.skipNonceCheck) return;
  const carried = typeof claims['nonce'] === 'string' ? claims['nonce'] : '';
  if ((carried === '') !== !given) {
    const message = 'Passed nonce and nonce in id_token should either both exist or not.';
    throw new OAuthError('invalid request', message);
  }
  if (given && createHash('sha256').update(given).digest('hex') !== carried) {
    throw new OAuthError('invalid nonce', 'Nonces mismatch');
  }
}

/** `at_hash` is the left half of the hash of the access token (OpenID Connect, 3.1.3.6). */
function requireAccessToken(claims: JWTPayload, accessToken: string | null | undefined): void {
  const expected = claims['at_hash'];
  if (!accessToken || typeof expected !== 'string') return;
  const leftHalf = createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url');
  if (leftHalf !== expected)
    throw new OAuthError('invalid request', 'Bad ID token: it belongs to another access token');
}
