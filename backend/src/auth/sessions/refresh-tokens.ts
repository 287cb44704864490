// Refresh tokens: makes, hashes, derives them. The database stores hashes alone.
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { type JwtKeys, knownJwtSecrets } from '../../tokens/keys.ts';
import { hashToken } from './token-secrets.ts';

/** The first token of a session: nothing has to derive it again. */
export function generateRefreshToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

/** 144 bits: as many as 24 characters hold. */
const tokenBytes = 18;

export interface DerivedRefreshToken {
  token: string;
  hash: string;
  nonce: string;
}

/** The successor of a token. Whoever shows the same token once more gets it from findRefreshToken(). */
export function deriveNextRefreshToken(sessionId: string, { jwtSecret }: JwtKeys): DerivedRefreshToken {
  const nonce = randomUUID();
  const token = derive(jwtSecret, sessionId, nonce);
  return { token, hash: hashToken(token), nonce };
}

/**
 * The token of a stored hash. Undefined if it was not derived, or if its secret has been removed since: it stays valid,
 * but only its holder knows it.
 */
export function findRefreshToken(
  stored: { hash: string; nonce: string | null },
  sessionId: string,
  keys: JwtKeys,
): string | undefined {
  const { hash, nonce } = stored;
  if (nonce === null) return undefined;
  return knownJwtSecrets(keys)
    .map((secret) => derive(secret, sessionId, nonce))
    .find((token) => hashToken(token) === hash);
}

/** The secret alone is not enough, because the nonce is random; nor is the database alone. */
function derive(secret: string, sessionId: string, nonce: string): string {
  const key = createHmac('sha256', secret).update('refresh tokens').digest();
  const mac = createHmac('sha256', key).update(`${sessionId}\n${nonce}`).digest();
  return mac.subarray(0, tokenBytes).toString('base64url');
}
