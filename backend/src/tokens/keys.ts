import { randomBytes } from 'node:crypto';
import { type SigningKey, rotateSigningKeys } from './signing-keys.ts';

/** The HS256 secret, the two opaque API keys, and the key pairs that sign tokens. */
export interface Keys {
  jwtSecret: string;
  publishableKey: string;
  secretKey: string;
  /** Newest first. The first signs access tokens, all verify them; without any, the secret does both. */
  signingKeys?: readonly SigningKey[];
}

export type VerifyingKeys = Pick<Keys, 'jwtSecret' | 'signingKeys'>;

/** A new ES256 key pair, JWT secret (384 random bits) and opaque keys (192 bits each). */
export function generateKeys(): Required<Keys> {
  return {
    jwtSecret: randomBytes(48).toString('base64url'),
    publishableKey: `sb_publishable_${randomBytes(24).toString('base64url')}`,
    secretKey: `sb_secret_${randomBytes(24).toString('base64url')}`,
    signingKeys: rotateSigningKeys([]),
  };
}
