import { randomBytes } from 'node:crypto';
import { type SigningKey, rotateSigningKeys } from './signing-keys.ts';

/** `jwtSecret` is for HS256; the API keys are opaque. */
export interface Keys {
  jwtSecret: string;
  publishableKey: string;
  secretKey: string;
  /** Newest first. The first signs access tokens, all verify them; without any, the secret does both. */
  signingKeys?: readonly SigningKey[];
}

export type VerifyingKeys = Pick<Keys, 'jwtSecret' | 'signingKeys'>;

export function generateKeys(): Required<Keys> {
  return {
    jwtSecret: randomBytes(48).toString('base64url'),
    publishableKey: `sb_publishable_${randomBytes(24).toString('base64url')}`,
    secretKey: `sb_secret_${randomBytes(24).toString('base64url')}`,
    signingKeys: rotateSigningKeys([]),
  };
}
