import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';

/** What the database keeps of a token in a link or of an authorisation code: 224 random bits need no key. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** 56 characters of hex, as GoTrue's; a link of a PKCE flow says so in front. */
export function makeToken(pkce: boolean): string {
  return `${pkce ? 'pkce_' : ''}${randomBytes(28).toString('hex')}`;
}

/** Digits to type by hand, each equally likely. */
export function makeCode(length: number): string {
  return Array.from({ length }, () => randomInt(10)).join('');
}

/** What the database keeps of a code: a million guesses are no work, so the hash needs a key that is not in there. */
export function hashCode(code: string, purpose: string, secret: string): string {
  const key = createHmac('sha256', secret).update('one-time codes').digest();
  return createHmac('sha256', key).update(`${purpose}\n${code}`).digest('hex');
}
