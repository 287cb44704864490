import { argon2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { verify as verifyBcrypt } from '@node-rs/bcrypt';
import { dummyHash } from './hash-password.ts';
import { withHashingSlot } from './hashing-queue.ts';

const derive = promisify(argon2);
const ARGON2 =
  /^\$(argon2id|argon2i|argon2d)\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;
const BCRYPT = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/;

/** argon2 (ours) or bcrypt (GoTrue's). Without a hash it costs the same, so that timing does not reveal accounts. */
export async function verifyPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  return withHashingSlot(() =>
    stored && BCRYPT.test(stored) ? verifyBcrypt(password, stored) : verifyArgon2(password, stored),
  );
}

async function verifyArgon2(password: string, stored: string | null | undefined): Promise<boolean> {
  const parts = ARGON2.exec(stored || dummyHash) ?? ARGON2.exec(dummyHash);
  const [, algorithm, memory, passes, parallelism, salt, tag] = parts ?? [];
  const expected = Buffer.from(tag ?? '', 'base64');
  const given = await derive(algorithm as 'argon2id' | 'argon2i' | 'argon2d', {
    message: Buffer.from(password),
    nonce: Buffer.from(salt ?? '', 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  });
  return timingSafeEqual(given, expected);
}

/** Whether verifyPassword can read it at an acceptable cost. */
export function isPasswordHash(text: string): boolean {
  const cost = Number(BCRYPT.exec(text)?.[1] ?? Infinity);
  return cost <= maxBcryptCost || isAffordable(ARGON2.exec(text));
}

/** Each step doubles the time: about a second here, days at the maximum of the format. */
const maxBcryptCost = 14;

/** An imported hash sets the cost of every check. */
function isAffordable(parts: RegExpExecArray | null): boolean {
  if (!parts) return false;
  const [memoryKib, passes, lanes] = parts.slice(2, 5).map(Number);
  return (
    (memoryKib ?? 0) >= 8 &&
    (memoryKib ?? 0) <= 262_144 &&
    (passes ?? 0) >= 1 &&
    (passes ?? 0) <= 10 &&
    (lanes ?? 0) >= 1 &&
    (lanes ?? 0) <= 16
  );
}
