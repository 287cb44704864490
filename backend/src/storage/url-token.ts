// Signs or verifies the tokens in signed storage URLs; derives their keys from the JWT secret.
import { createHmac, randomBytes } from 'node:crypto';
import type { Caller } from '../database/run-sql-as-caller.ts';
import { type BackendKeys, acceptedSecrets } from '../tokens/keys.ts';
import { signJwt, verifyJwt } from '../tokens/jwt.ts';
import { invalidStorageJwtError } from './errors.ts';
import type { ObjectRequest } from './storage-context.ts';

/** A token for one purpose is not valid for another. */
export type UrlTokenScope = 'download' | 'render' | 'upload';

export interface UrlTokenClaims {
  /** "bucket/name" */
  url: string;
  scope: UrlTokenScope;
  exp: number;
  transformations?: string;
  /** For `upload`: whether it may replace an object, and who created the URL. */
  upsert?: boolean;
  maker?: Caller;
}

/** Read at each use, because the secret may be rotated. */
export function createUrlSigningKeyReader(keys: Pick<BackendKeys, 'jwtSecret' | 'retired'>): () => string[] {
  const derived = new Map<string, string>();
  return () =>
    acceptedSecrets(keys, 'JWT_SECRET').map((secret) => {
      const key = derived.get(secret) ?? deriveUrlKey(secret);
      derived.set(secret, key);
      return key;
    });
}

/** A separate key, so that no access token is valid as a signed URL, and no signed URL as an access token. */
function deriveUrlKey(jwtSecret: string): string {
  // A key derived from the empty text would be known to everyone.
  if (jwtSecret === '') return randomBytes(32).toString('base64url');
  return createHmac('sha256', jwtSecret).update('storage addresses').digest('base64url');
}

export function signUrlToken(
  [key = '']: readonly string[],
  claims: Omit<UrlTokenClaims, 'exp'>,
  lifeSeconds: number,
): string {
  const now = Math.floor(Date.now() / 1000);
  return signJwt({ ...claims, iat: now, exp: now + lifeSeconds }, key);
}

/** The token must be for this object and use. Throws InvalidJWT if it is missing, forged, expired or for another. */
export function verifyUrlToken(
  { context, request, bucket, name }: ObjectRequest,
  scope: UrlTokenScope,
): { claims: UrlTokenClaims; lifeSeconds: number } {
  const token = new URL(request.url).searchParams.get('token');
  if (!token) throw invalidStorageJwtError("querystring must have required property 'token'");
  const verdicts = context.urlKeys().map((key) => verifyJwt(token, { jwtSecret: key }));
  const verified = verdicts.find(({ ok }) => ok);
  if (!verified?.ok) {
    const isExpired = verdicts.some((verdict) => !verdict.ok && verdict.reason === 'expired');
    throw invalidStorageJwtError(isExpired ? '"exp" claim timestamp check failed' : 'Invalid signature');
  }
  const claims = verified.claims as unknown as UrlTokenClaims;
  if (claims.scope !== scope || claims.url !== `${bucket}/${name}`)
    throw invalidStorageJwtError('Invalid signature');
  return { claims, lifeSeconds: Math.max(0, Math.floor(claims.exp - Date.now() / 1000)) };
}
