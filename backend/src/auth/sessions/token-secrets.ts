// Generates, hashes, compares the secrets of links, authorization codes, one-time codes.
import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { type JwtKeys, acceptedSecrets } from '../../tokens/keys.ts';

/** Hashes the token of a link or an authorization code: with 224 random bits, the hash needs no key. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Has GoTrue's format; links of a PKCE flow begin with "pkce_". */
export function generateOneTimeToken(pkce: boolean): string {
  return `${pkce ? 'pkce_' : ''}${randomBytes(28).toString('hex')}`;
}

export function generateOneTimeCode(length: number): string {
  return Array.from({ length }, () => randomInt(10)).join('');
}

/** Trying all million codes is cheap, so the hash is keyed with a secret outside the database. */
export function hashOneTimeCode(code: string, purpose: string, secret: string): string {
  const key = createHmac('sha256', secret).update('one-time codes').digest();
  return createHmac('sha256', key).update(`${purpose}\n${code}`).digest('hex');
}

/** Whether this is the hash of the code; it may have been made before the secret was rotated. */
export function isHashOfOneTimeCode(hash: string, code: string, purpose: string, keys: JwtKeys): boolean {
  const expected = Buffer.from(hash);
  return acceptedSecrets(keys, 'JWT_SECRET').some((secret) => {
    const given = Buffer.from(hashOneTimeCode(code, purpose, secret));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
