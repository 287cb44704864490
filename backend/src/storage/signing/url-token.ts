import { createHmac, randomBytes } from 'node:crypto';
import { signJwt } from '../../tokens/sign-jwt.ts';
import { verifyJwt } from '../../tokens/verify-jwt.ts';
import { invalidJwt } from '../errors.ts';

/** What an address was signed for; one kind is never taken for another. */
export type Scope = 'download' | 'render' | 'upload';

export interface UrlTokenClaims {
  /** "bucket/name" */
  url: string;
  scope: Scope;
  /** Seconds since 1970. */
  exp: number;
  /** Of a render address: what the picture is made into. */
  transformations?: string;
  /** Of an upload address: whether it may replace, and whose the object becomes. */
  upsert?: boolean;
  owner?: string | null;
}

/** A key of its own: no access token of this server opens an address, and no address is an access token. */
export function deriveUrlSigningKey(jwtSecret: string): string {
  // A server without the secret signs for itself alone: a key made from nothing would be known to all.
  if (jwtSecret === '') return randomBytes(32).toString('base64url');
  return createHmac('sha256', jwtSecret).update('storage addresses').digest('base64url');
}

export function signUrlToken(key: string, claims: Omit<UrlTokenClaims, 'exp'>, lifeSeconds: number): string {
  const now = Math.floor(Date.now() / 1000);
  return signJwt({ ...claims, iat: now, exp: now + lifeSeconds }, key);
}

/**
 * Checks `?token=` of a request for one object and one use. Throws InvalidJWT when it is missing, forged, expired, or
 * was signed for something else.
 */
export function verifyUrlToken(
  key: string,
  request: Request,
  scope: Scope,
  bucket: string,
  name: string,
): { claims: UrlTokenClaims; lifeSeconds: number } {
  const token = new URL(request.url).searchParams.get('token');
  if (!token) throw invalidJwt("querystring must have required property 'token'");
  const verdict = verifyJwt(token, { jwtSecret: key });
  if (!verdict.ok) {
    throw invalidJwt(
      verdict.reason === 'expired' ? '"exp" claim timestamp check failed' : 'Invalid signature',
    );
  }
  const claims = verdict.claims as unknown as UrlTokenClaims;
  if (claims.scope !== scope || claims.url !== `${bucket}/${name}`) throw invalidJwt('Invalid signature');
  return { claims, lifeSeconds: Math.max(0, Math.floor(claims.exp - Date.now() / 1000)) };
}
