// With a public key others can verify tokens but not make them.
import { createPrivateKey, createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import type { JsonWebKey, KeyObject } from 'node:crypto';

/** On curve P-256 for ES256, as this server generates them, or RSA for RS256. Times are ISO 8601. */
export interface SigningKey {
  kid: string;
  /** Never sent to a client: see publicJwk(). */
  privateJwk: JsonWebKey;
  createdAt: string;
  /** When a newer key began to sign. */
  retiredAt?: string;
}

/** Until a retired key's tokens have expired: `jwt_expiry` is at most a week. */
const retirementMs = 8 * 86_400_000;

interface ImportedKey {
  privateKey: KeyObject;
  publicKey: KeyObject;
}

/** Cached, because importing a key costs more than verifying with it. */
const imported = new WeakMap<SigningKey, ImportedKey>();

export function importKey(key: SigningKey): ImportedKey {
  let known = imported.get(key);
  if (!known) {
    const privateKey = createPrivateKey({ key: key.privateJwk, format: 'jwk' });
    known = { privateKey, publicKey: createPublicKey(privateKey) };
    imported.set(key, known);
  }
  return known;
}

/** The only algorithm of a key; the header of its tokens must name it. */
export function algorithmOf({ privateJwk }: SigningKey): 'ES256' | 'RS256' {
  return privateJwk.kty === 'RSA' ? 'RS256' : 'ES256';
}

/** Newest first: a new key that signs, and those that still verify. */
export function rotateSigningKeys(keys: readonly SigningKey[], now = new Date()): SigningKey[] {
  const older = keys
    .map((key) => ({ ...key, retiredAt: key.retiredAt ?? now.toISOString() }))
    .filter((key) => now.getTime() - Date.parse(key.retiredAt) < retirementMs);
  return [generateSigningKey(now), ...older];
}

function generateSigningKey(now: Date): SigningKey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    kid: randomUUID(),
    privateJwk: privateKey.export({ format: 'jwk' }),
    createdAt: now.toISOString(),
  };
}

/** RFC 7517. */
export function publicKeySet(keys: readonly SigningKey[]): { keys: Record<string, unknown>[] } {
  return { keys: keys.map(publicJwk) };
}

/** Lists each public member, so that a private one cannot be copied by mistake. */
function publicJwk(key: SigningKey): Record<string, unknown> {
  const { kty, crv, x, y, n, e } = key.privateJwk;
  const numbers = kty === 'RSA' ? { n, e } : { crv, x, y };
  return { alg: algorithmOf(key), ext: true, key_ops: ['verify'], kid: key.kid, kty, use: 'sig', ...numbers };
}
