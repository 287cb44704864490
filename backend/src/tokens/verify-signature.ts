import { verify } from 'node:crypto';
import { type SigningKey, importKey } from './signing-keys.ts';

const maxCachedTokens = 1_000;
const maxCachedLength = 4_096;

/**
 * Tokens with a verified signature: verifying costs many times an HMAC, and a client sends one token for an hour. The
 * caller checks `exp` every time.
 */
const verifiedTokens = new WeakMap<SigningKey, Set<string>>();

export function verifySignature(key: SigningKey, token: string): boolean {
  let cached = verifiedTokens.get(key);
  if (!cached) verifiedTokens.set(key, (cached = new Set()));
  if (cached.has(token)) return true;
  const dot = token.lastIndexOf('.');
  const content = Buffer.from(token.slice(0, dot));
  const signature = Buffer.from(token.slice(dot + 1), 'base64url');
  // P1363, as in sign-jwt.ts; RSA ignores this.
  const publicKey = { key: importKey(key).publicKey, dsaEncoding: 'ieee-p1363' } as const;
  if (!verify('sha256', content, publicKey, signature)) return false;
  if (token.length <= maxCachedLength) {
    // A Set keeps insertion order, so the first is the oldest.
    if (cached.size >= maxCachedTokens) cached.delete(cached.values().next().value ?? '');
    cached.add(token);
  }
  return true;
}
