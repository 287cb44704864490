// Key pairs beside the shared secret: whoever holds the public half can verify a token and cannot make one.
import { createPrivateKey, createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import type { JsonWebKey, KeyObject } from 'node:crypto';

/** One key pair: on curve P-256 for ES256, as ours are, or RSA for RS256. Times are ISO 8601. */
export interface SigningKey {
  kid: string;
  /** The private key as a JWK; never leaves the key store. */
  privateJwk: JsonWebKey;
  createdAt: string;
  /** Since when a newer key signs. */
  retiredAt?: string;
}

/** A retired key verifies for as long as a token that it signed may live: `jwt_expiry` is at most a week. */
const RETIREMENT_MS = 8 * 86_400_000;

interface Imported {
  privateKey: KeyObject;
  publicKey: KeyObject;
}

/** Importing a key costs more than verifying with it. */
const imported = new WeakMap<SigningKey, Imported>();

export function importKey(key: SigningKey): Imported {
  let known = imported.get(key);
  if (!known) {
    const privateKey = createPrivateKey({ key: key.privateJwk, format: 'jwk' });
    known = { privateKey, publicKey: createPublicKey(privateKey) };
    imported.set(key, known);
  }
  return known;
}

/** The one algorithm that a key is for; its token's header must say the same. */
export function algorithmOf({ privateJwk }: SigningKey): 'ES256' | 'RS256' {
  return privateJwk.kty === 'RSA' ? 'RS256' : 'ES256';
}

/** The keys after a rotation, newest first: a fresh one that signs, and those that still verify. */
export function rotateSigningKeys(kept: readonly SigningKey[], now = new Date()): SigningKey[] {
  const older = kept
    .map((key) => ({ ...key, retiredAt: key.retiredAt ?? now.toISOString() }))
    .filter((key) => now.getTime() - Date.parse(key.retiredAt) < RETIREMENT_MS);
  return [makeSigningKey(now), ...older];
}

function makeSigningKey(now: Date): SigningKey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    kid: randomUUID(),
    privateJwk: privateKey.export({ format: 'jwk' }),
    createdAt: now.toISOString(),
  };
}

/** The public halves, as a JSON Web Key Set (RFC 7517). */
export function publicKeySet(keys: readonly SigningKey[]): { keys: Record<string, unknown>[] } {
  return { keys: keys.map(publicJwk) };
}

/** Names each member: what is not public is not there to be copied. */
function publicJwk(key: SigningKey): Record<string, unknown> {
  const { kty, crv, x, y, n, e } = key.privateJwk;
  const numbers = kty === 'RSA' ? { n, e } : { crv, x, y };
  return { alg: algorithmOf(key), ext: true, key_ops: ['verify'], kid: key.kid, kty, use: 'sig', ...numbers };
}
