// A secret that was replaced goes on for a while: what was made with it has to be valid until it has expired, and who
// holds it needs time to get the new one.
import type { Keys, RetiredSecret, SecretName } from './keys.ts';

/** As long as retired signing keys, whose tokens live a week at most. Account mails wait a day at most. */
export const overlapDays = 8;

const dayMs = 86_400_000;

/** Newest first; the first one signs and encrypts, all are accepted. */
export function acceptedSecrets(
  keys: Pick<Keys, 'jwtSecret' | 'retired'> & Partial<Pick<Keys, 'secretKey'>>,
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

/** To decrypt what this server encrypted itself, also where the secret has leaked and is accepted no longer. */
export function knownJwtSecrets({ jwtSecret, retired = [] }: Pick<Keys, 'jwtSecret' | 'retired'>): string[] {
  return [jwtSecret, ...retired.filter(({ name }) => name === 'JWT_SECRET').map(({ value }) => value)];
}

/** A secret that is accepted no longer is kept for `overlapDays`, because mails may wait that were encrypted with it. */
export function retireSecret(
  keys: Keys,
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
      isAccepted(secret, now.getTime()) || now.getTime() - Date.parse(secret.retiredAt) < overlapDays * dayMs,
  );
  return [retired, ...older];
}
