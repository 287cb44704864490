import { verify } from 'node:crypto';
import { type SigningKey, importedKey } from './signing-keys.ts';

const SIGNATURE_BYTES = 64;
const MOST_REMEMBERED = 1_000;
const LONGEST_REMEMBERED = 4_096;

/**
 * Tokens whose signature was found good, by the key that made it: an elliptic signature costs about ten times an HMAC,
 * and a caller sends the same token for an hour. Forgotten with its key; `exp` is checked every time by who asks.
 */
const good = new WeakMap<SigningKey, Set<string>>();

/** Whether the last part of a token is the key's signature over the first two. */
export function isSignedBy(key: SigningKey, token: string): boolean {
  let known = good.get(key);
  if (!known) good.set(key, (known = new Set()));
  if (known.has(token)) return true;
  const dot = token.lastIndexOf('.');
  const signature = Buffer.from(token.slice(dot + 1), 'base64url');
  if (signature.length !== SIGNATURE_BYTES) return false;
  const { publicKey } = importedKey(key);
  const content = Buffer.from(token.slice(0, dot));
  if (!verify('sha256', content, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature)) return false;
  if (token.length <= LONGEST_REMEMBERED) {
    // The oldest makes room: a set keeps the order in which its members came.
    if (known.size >= MOST_REMEMBERED) known.delete(known.values().next().value ?? '');
    known.add(token);
  }
  return true;
}
