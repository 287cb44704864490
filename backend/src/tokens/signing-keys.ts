// Key pairs that sign access tokens; with the public key others can verify tokens but not create them.
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomUUID,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { PermanentStartupError } from '../errors/startup-error.ts';
import { clearUnresolvedVariable } from '../project/environment.ts';

/** On curve P-256 for ES256, as this server generates them, or RSA for RS256. Times are ISO 8601. */
export interface SigningKey {
  kid: string;
  /** Never sent to a client: see publicJwk(). */
  privateJwk: JsonWebKey;
  createdAt: string;
  /** When a newer key replaced this one for signing. */
  retiredAt?: string;
}

/** Long enough that a retired key's tokens have expired: `jwt_expiry` is at most a week. */
const retirementMs = 8 * 86_400_000;

interface ImportedKey {
  privateKey: KeyObject;
  publicKey: KeyObject;
}

/** Cached, because importing a key costs more than verifying with it. */
const imported = new WeakMap<SigningKey, ImportedKey>();

export function importSigningKey(key: SigningKey): ImportedKey {
  let known = imported.get(key);
  if (!known) {
    const privateKey = createPrivateKey({ key: key.privateJwk, format: 'jwk' });
    known = { privateKey, publicKey: createPublicKey(privateKey) };
    imported.set(key, known);
  }
  return known;
}

/** The only algorithm of the key; the header of its tokens must name it. */
export function algorithmOf({ privateJwk }: SigningKey): 'ES256' | 'RS256' {
  return privateJwk.kty === 'RSA' ? 'RS256' : 'ES256';
}

/** Newest first: a new key that signs, and those that still verify. */
export function addNewSigningKey(keys: readonly SigningKey[], now = new Date()): SigningKey[] {
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

/** A key set as in RFC 7517. */
export function publicJwks(keys: readonly SigningKey[]): { keys: Record<string, unknown>[] } {
  return { keys: keys.map(publicJwk) };
}

/** Lists each public member explicitly, so that a private one cannot be copied by mistake. */
function publicJwk(key: SigningKey): Record<string, unknown> {
  const { kty, crv, x, y, n, e } = key.privateJwk;
  const numbers = kty === 'RSA' ? { n, e } : { crv, x, y };
  return { alg: algorithmOf(key), ext: true, key_ops: ['verify'], kid: key.kid, kty, use: 'sig', ...numbers };
}

const fileSchema = z
  .array(z.looseObject({ kty: z.enum(['EC', 'RSA']), kid: z.string().min(1), d: z.string() }))
  .min(1);

const minRsaBits = 2048;

/**
 * Reads the keys that `supabase gen signing-key` writes; the first signs. Throws a StartupError that does not contain
 * the file's content.
 */
export function readProjectSigningKeys(folder: string, authTable: unknown): SigningKey[] {
  const read = z.object({ signing_keys_path: z.string() }).safeParse(authTable);
  const path = clearUnresolvedVariable(read.data?.signing_keys_path ?? '');
  if (path === '') return [];
  const file = join(folder, path);
  try {
    return fileSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).map(toSigningKey);
  } catch {
    throw new PermanentStartupError(
      `${file} (auth.signing_keys_path) must be a list of private keys with kid, for ES256 or for RS256 from 2048 bits: make one with supabase gen signing-key`,
    );
  }
}

function toSigningKey({ kid, ...privateJwk }: z.output<typeof fileSchema>[number]): SigningKey {
  const key = { kid, privateJwk, createdAt: new Date(0).toISOString() };
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = importSigningKey(key).privateKey;
  const supported =
    type === 'rsa'
      ? (details?.modulusLength ?? 0) >= minRsaBits
      : type === 'ec' && details?.namedCurve === 'prime256v1';
  if (!supported) throw new Error('unsupported kind of key');
  return key;
}
