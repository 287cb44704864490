import { argon2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { withHashingSlot } from './hashing-queue.ts';

const derive = promisify(argon2);

// OWASP's first choice for argon2id: 19 MiB, two passes, one lane. About 22 ms, off the main thread.
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const TAG_BYTES = 32;
const PREFIX = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}`;

/** In the form `$argon2id$…`, which GoTrue reads too. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await withHashingSlot(() =>
    derive('argon2id', {
      message: Buffer.from(password),
      nonce: salt,
      memory: MEMORY_KIB,
      passes: PASSES,
      parallelism: LANES,
      tagLength: TAG_BYTES,
    }),
  );
  return `${PREFIX}$${unpadded(salt)}$${unpadded(tag)}`;
}

/** For accounts that do not exist: matches no password and costs as much to check as a real hash. */
export const dummyHash = `${PREFIX}$${unpadded(randomBytes(16))}$${unpadded(randomBytes(TAG_BYTES))}`;

function unpadded(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replaceAll('=', '');
}
