// Hashes of passwords, a few at once.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { verify as verifyBcrypt } from '@node-rs/bcrypt';
import { AsyncLocalStorage } from 'node:async_hooks';
import { availableParallelism } from 'node:os';
import { BackendError } from '../../errors/backend-error.ts';
import { createFairSemaphore } from '../../limits/fair-semaphore.ts';
import { authError } from '../http/errors.ts';

const argon2Pattern =
  /^\$(argon2id|argon2i|argon2d)\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;
const bcryptPattern = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/;

/**
 * Checks a hash of argon2 (ours) or bcrypt (GoTrue's). Without a hash it takes the same time, so that timing does not
 * reveal accounts.
 */
export async function verifyPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  return withHashingSlot(() =>
    stored && bcryptPattern.test(stored) ? verifyBcrypt(password, stored) : verifyArgon2(password, stored),
  );
}

async function verifyArgon2(password: string, stored: string | null | undefined): Promise<boolean> {
  const parts = argon2Pattern.exec(stored || dummyPasswordHash) ?? argon2Pattern.exec(dummyPasswordHash);
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

/** Whether the text is a hash that verifyPassword() can check at an acceptable cost. */
export function isPasswordHash(text: string): boolean {
  const cost = Number(bcryptPattern.exec(text)?.[1] ?? Infinity);
  return cost <= maxBcryptCost || isAffordable(argon2Pattern.exec(text));
}

/** Each step doubles the time of a check: 14 takes about a second, 31 (the maximum of bcrypt) more than a day. */
const maxBcryptCost = 14;

/** Limits memory, passes and lanes, because the parameters of an imported hash determine the cost of every check. */
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

const derive = promisify(argon2);

// OWASP's first choice for argon2id: 19 MiB, two passes, one lane. About 22 ms, off the main thread.
const newMemoryKib = 19_456;
const newPasses = 2;
const newLanes = 1;
const newTagBytes = 32;
const newPrefix = `$argon2id$v=19$m=${newMemoryKib},t=${newPasses},p=${newLanes}`;

/** In the form `$argon2id$…`, which GoTrue reads too. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await withHashingSlot(() =>
    derive('argon2id', {
      message: Buffer.from(password),
      nonce: salt,
      memory: newMemoryKib,
      passes: newPasses,
      parallelism: newLanes,
      tagLength: newTagBytes,
    }),
  );
  return `${newPrefix}$${unpadded(salt)}$${unpadded(tag)}`;
}

/** For accounts that do not exist: matches no password and costs as much to check as a real hash. */
export const dummyPasswordHash = `${newPrefix}$${unpadded(randomBytes(16))}$${unpadded(randomBytes(newTagBytes))}`;

function unpadded(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replaceAll('=', '');
}

// A hash takes a core for tens of milliseconds in the thread pool that compression, files and DNS share. So only one or
// two run at a time, shared fairly among client addresses.
const queue = createFairSemaphore({
  slots: availableParallelism() >= 4 ? 2 : 1,
  slotsPerKey: 1,
  timeoutMs: 10_000,
  maxQueue: 50,
  // The time of two hashes; a client that has used more is queued after the others.
  usageUnitMs: 50,
});
const callers = new AsyncLocalStorage<{ address: string; signal: AbortSignal }>();

/** Hashes of `work` are queued under this client address and dropped when the signal aborts. */
export function runWithPasswordHashQueue<T>(address: string, signal: AbortSignal, work: () => T): T {
  return callers.run({ address, signal }, work);
}

/** Throws 429 after the timeout, 499 if the client has disconnected. */
async function withHashingSlot<T>(hash: () => Promise<T>): Promise<T> {
  const { address = '', signal } = callers.getStore() ?? {};
  const release = await queue.acquire(address, signal).catch((error: unknown) => {
    // acquire() throws a BackendError after the timeout, and the signal's reason if the client has disconnected.
    throw error instanceof BackendError
      ? tooManyAtOnce()
      : authError(499, 'request_abandoned', 'The caller went away');
  });
  try {
    return await hash();
  } finally {
    release();
  }
}

function tooManyAtOnce(): BackendError {
  return authError(
    429,
    'over_request_rate_limit',
    'Too many passwords are being checked. Try again in a moment.',
  );
}
