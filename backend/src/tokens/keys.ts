import { randomBytes } from 'node:crypto';
import { type SigningKey, rotateSigningKeys } from './signing-keys.ts';

export type SecretName = 'JWT_SECRET' | 'SECRET_KEY';

/** Times are ISO 8601. */
export interface RetiredSecret {
  name: SecretName;
  value: string;
  retiredAt: string;
  /** Rejected from then on. Without it the environment gives the secret: accepted as long as it does. */
  acceptedUntil?: string;
}

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
