import { createHmac, sign } from 'node:crypto';
import type { VerifyingKeys } from './keys.ts';
import { type SigningKey, algorithmOf, importKey } from './signing-keys.ts';

const hs256Header = encode({ alg: 'HS256', typ: 'JWT' });

export function signToken(claims: Record<string, unknown>, keys: VerifyingKeys): string {
  const key = keys.signingKeys?.[0];
  return key ? signWithKey(claims, key) : signJwt(claims, keys.jwtSecret);
}

/** HS256. `exp` and `iat` (seconds) are not added. */
export function signJwt(claims: Record<string, unknown>, secret: string): string {
  const content = `${hs256Header}.${encode(claims)}`;
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
}

function signWithKey(claims: Record<string, unknown>, key: SigningKey): string {
  const content = `${encode({ alg: algorithmOf(key), kid: key.kid, typ: 'JWT' })}.${encode(claims)}`;
  const { privateKey } = importKey(key);
  // JWS wants an EC signature as r||s (P1363) instead of DER; RSA ignores this.
  const signature = sign('sha256', Buffer.from(content), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${content}.${signature.toString('base64url')}`;
}

function encode(value: Record<string, unknown>): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
