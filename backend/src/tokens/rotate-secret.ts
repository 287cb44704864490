import { generateJwtSecret, generateSecretKey, type SecretName } from './keys.ts';
import type { RotateKeys } from './key-store.ts';
import { retireSecret } from './retired-secrets.ts';

/** The old secret is accepted for `days`; 0 for one that has leaked. */
export function rotateSecret(name: SecretName, days: number, now = new Date()): RotateKeys {
  return (stored) => ({
    ...stored,
    ...(name === 'JWT_SECRET' ? { jwtSecret: generateJwtSecret() } : { secretKey: generateSecretKey() }),
    retired: retireSecret(stored, name, { days, now }),
  });
}
