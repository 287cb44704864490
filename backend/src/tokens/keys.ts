// The secrets of a project, with those that a rotation has retired.
import { randomBytes } from 'node:crypto';
import { type SigningKey, addNewSigningKey } from './signing-keys.ts';

export type SecretName = 'JWT_SECRET' | 'SECRET_KEY';

/** Times are ISO 8601. */
export interface RetiredSecret {
  name: SecretName;
  value: string;
  retiredAt: string;
  /**
   * Rejected from this time on. Undefined for a secret of the environment, which is accepted as long as it is there.
   */
  acceptedUntil?: string;
}

/** `jwtSecret` is for HS256; the API keys are opaque. */
export interface BackendKeys {
  jwtSecret: string;
  publishableKey: string;
  secretKey: string;
  /** Newest first. The first signs access tokens, all verify them; without any, the secret does both. */
  signingKeys?: readonly SigningKey[];
  /** Newest first. */
  retired?: readonly RetiredSecret[] | undefined;
}

export type JwtKeys = Pick<BackendKeys, 'jwtSecret' | 'signingKeys' | 'retired'>;

export function generateKeys(): Required<Omit<BackendKeys, 'retired'>> {
  return {
    jwtSecret: generateJwtSecret(),
    publishableKey: `sb_publishable_${randomBytes(24).toString('base64url')}`,
    secretKey: generateSecretKey(),
    signingKeys: addNewSigningKey([]),
  };
}

export function generateJwtSecret(): string {
  return randomBytes(48).toString('base64url');
}

export function generateSecretKey(): string {
  return `sb_secret_${randomBytes(24).toString('base64url')}`;
}

// A replaced secret stays accepted for a while: what was made with it is valid until it expires, and its users need
// time to get the new one.
/** As long as retired signing keys, whose tokens are valid for a week at most. Account mails wait for a day at most. */
export const secretOverlapDays = 8;

const dayMs = 86_400_000;

/** Newest first; the first one signs and encrypts, all are accepted. */
export function acceptedSecrets(
  keys: Pick<BackendKeys, 'jwtSecret' | 'retired'> & Partial<Pick<BackendKeys, 'secretKey'>>,
  name: SecretName,
  nowMs = Date.now(),
): string[] {
  const current = (name === 'JWT_SECRET' ? keys.jwtSecret : keys.secretKey) ?? '';
  const retired = (keys.retired ?? []).filter((secret) => secret.name === name && isAccepted(secret, nowMs));
  return [current, ...retired.map(({ value }) => value)];
}

function isAccepted({ acceptedUntil }: RetiredSecret, nowMs: number): boolean {
  return acceptedUntil === undefined || Date.parse(acceptedUntil) > nowMs;
}

/** For decrypting what this server encrypted itself, even with a secret that has leaked and is no longer accepted. */
export function knownJwtSecrets({
  jwtSecret,
  retired = [],
}: Pick<BackendKeys, 'jwtSecret' | 'retired'>): string[] {
  return [jwtSecret, ...retired.filter(({ name }) => name === 'JWT_SECRET').map(({ value }) => value)];
}

/** A secret that is no longer accepted is kept for `secretOverlapDays`, because waiting mails may be encrypted with it. */
export function retireSecret(
  keys: BackendKeys,
  name: SecretName,
  { days, now = new Date() }: { days: number; now?: Date },
): RetiredSecret[] {
  const retired: RetiredSecret = {
    name,
    value: name === 'JWT_SECRET' ? keys.jwtSecret : keys.secretKey,
    retiredAt: now.toISOString(),
    acceptedUntil: new Date(now.getTime() + days * dayMs).toISOString(),
  };
  const older = (keys.retired ?? []).filter(
    (secret) =>
      isAccepted(secret, now.getTime()) ||
      now.getTime() - Date.parse(secret.retiredAt) < secretOverlapDays * dayMs,
  );
  return [retired, ...older];
}
