import { verify } from 'node:crypto';
import { type SigningKey, importKey } from './signing-keys.ts';

const MOST_REMEMBERED = 1_000;
const LONGEST_REMEMBERED = 4_096;

/**
 * Tokens whose signature was found good, by the key that made it: the first look costs many times an HMAC, and a caller
 * sends the same token for an hour. Forgotten with its key; `exp` is checked every time by who asks.
 */
const good = new WeakMap<SigningKey, Set<string>>();

/** Whether the last part of a token is the key's signature over the first two, by the key's own algorithm. */
export function verifySignature(key: SigningKey, token: string): boolean {
  let known = good.get(key);
  if (!known) good.set(key, (known = new Set()));
  if (known.has(token)) return true;
  const dot = token.lastIndexOf('.');
  const content = Buffer.from(token.slice(0, dot));
  const signature = Buffer.from(token.slice(dot + 1), 'base64url');
  // A JWT carries the two numbers of an elliptic signature side by side, not in DER; RSA ignores this.
  const publicKey = { key: importKey(key).publicKey, dsaEncoding: 'ieee-p1363' } as const;
  if (!verify('sha256', content, publicKey, signature)) return false;
  if (token.length <= LONGEST_REMEMBERED) {
    // The oldest makes room: a set keeps the order in which its members came.
    if (known.size >= MOST_REMEMBERED) known.delete(known.values().next().value ?? '');
    known.add(token);
  }
  return true;
}
