// What the WAL archive keeps is zstd in age, for one recipient: a passphrase would cost each small file a moment of scrypt.
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { identityToRecipient } from 'age-encryption';
import { decryptAge, encryptAge } from '../age-stream.ts';

export const sealedSuffix = '.zst.age';

export async function seal(source: Readable, identity: string): Promise<Readable> {
  const sealed = await encryptAge(await identityToRecipient(identity));
  // An error destroys `sealed`, and with it the reader.
  pipeline(source, createZstdCompress(), sealed).catch(() => {});
  return sealed;
}

/** Fails while it is read for what was changed or is for another identity. */
export function unseal(source: Readable, identity: string): Readable {
  const content = createZstdDecompress();
  pipeline(source, decryptAge(identity), content).catch(() => {});
  return content;
}
