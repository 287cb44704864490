import { randomBytes } from 'node:crypto';
import { type SigningKey, rotateSigningKeys } from './signing-keys.ts';

/** What a server needs to recognise its callers: the HS256 secret, the two opaque API keys, and what signs tokens. */
export interface Keys {
  jwtSecret: string;
  publishableKey: string;
  secretKey: string;
  /** Newest first. The first signs access tokens and all verify them; without any, the secret does both. */
  signingKeys?: readonly SigningKey[];
}

/** What verifies a token. */
export type VerifyingKeys = Pick<Keys, 'jwtSecret' | 'signingKeys'>;

/** Makes a fresh set of keys: an ES256 pair that signs, a JWT secret of 384 random bits, opaque keys of 192 each. */
export function generateKeys(): Required<Keys> {
  return {
    jwtSecret: randomBytes(48).toString('base64url'),
    publishableKey: `sb_publishable_${randomBytes(24).toString('base64url')}`,
    secretKey: `sb_secret_${randomBytes(24).toString('base64url')}`,
    signingKeys: rotateSigningKeys([]),
  };
}
