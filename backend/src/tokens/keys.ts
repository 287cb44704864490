import { randomBytes } from 'node:crypto';
import type { RetiredSecret } from './retired-secrets.ts';
import { type SigningKey, rotateSigningKeys } from './signing-keys.ts';

/** `jwtSecret` is for HS256; the API keys are opaque. */
export interface Keys {
  jwtSecret: string;
  publishableKey: string;
  secretKey: string;
  /** Newest first. The first signs access tokens, all verify them; without any, the secret does both. */
  signingKeys?: readonly SigningKey[];
  /** Newest first. */
  retired?: readonly RetiredSecret[] | undefined;
}

export type VerifyingKeys = Pick<Keys, 'jwtSecret' | 'signingKeys' | 'retired'>;

export function generateKeys(): Required<Omit<Keys, 'retired'>> {
  return {
    jwtSecret: generateJwtSecret(),
    publishableKey: `sb_publishable_${randomBytes(24).toString('base64url')}`,
    secretKey: generateSecretKey(),
    signingKeys: rotateSigningKeys([]),
  };
}

export function generateJwtSecret(): string {
  return randomBytes(48).toString('base64url');
}

export function generateSecretKey(): string {
  return `sb_secret_${randomBytes(24).toString('base64url')}`;
}
