import { createHmac, randomBytes } from 'node:crypto';
import { signJwt } from '../tokens/sign-jwt.ts';
import { verifyJwt } from '../tokens/verify-jwt.ts';
import { invalidJwt } from './errors.ts';

/** A token for one purpose is not valid for another. */
export type Scope = 'download' | 'render' | 'upload';

export interface UrlTokenClaims {
  /** "bucket/name" */
  url: string;
  scope: Scope;
  exp: number;
  transformations?: string;
  /** For `upload`: whether it may replace, and the owner of the object. */
  upsert?: boolean;
  owner?: string | null;
}

/** A key of its own: no access token is valid as a signed URL, and no signed URL as an access token. */
export function deriveUrlSigningKey(jwtSecret: string): string {
  // A key derived from the empty text would be known to everyone.
  if (jwtSecret === '') return randomBytes(32).toString('base64url');
  return createHmac('sha256', jwtSecret).update('storage addresses').digest('base64url');
}

export function signUrlToken(key: string, claims: Omit<UrlTokenClaims, 'exp'>, lifeSeconds: number): string {
  const now = Math.floor(Date.now() / 1000);
  return signJwt({ ...claims, iat: now, exp: now + lifeSeconds }, key);
}

/** For one object and one use. Throws InvalidJWT when missing, forged, expired or for another. */
export function verifyUrlToken(
  key: string,
  request: Request,
  scope: Scope,
  bucket: string,
  name: string,
): { claims: UrlTokenClaims; lifeSeconds: number } {
  const token = new URL(request.url).searchParams.get('token');
  if (!token) throw invalidJwt("querystring must have required property 'token'");
  const verified = verifyJwt(token, { jwtSecret: key });
  if (!verified.ok) {
    throw invalidJwt(
      verified.reason === 'expired' ? '"exp" claim timestamp check failed' : 'Invalid signature',
    );
  }
  const claims = verified.claims as unknown as UrlTokenClaims;
  if (claims.scope !== scope || claims.url !== `${bucket}/${name}`) throw invalidJwt('Invalid signature');
  return { claims, lifeSeconds: Math.max(0, Math.floor(claims.exp - Date.now() / 1000)) };
}
