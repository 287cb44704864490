// What the WAL archive keeps is zstd in age, for one recipient: a passphrase would cost each small file a moment of scrypt.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption';

export const sealedSuffix = '.zst.age';

export async function seal(source: Readable, identity: string): Promise<Readable> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(identity));
  const compressed = createZstdCompress();
  const compressing = pipeline(source, compressed);
  // The error destroys `compressed`, and so what is returned.
  compressing.catch(() => {});
  const encrypted = await encrypter.encrypt(Readable.toWeb(compressed) as ReadableStream<Uint8Array>);
  return Readable.fromWeb(encrypted as never);
}

/** Rejects, at once or while it is read, what was changed or is for another identity. */
export async function unseal(source: Readable, identity: string): Promise<Readable> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  const decrypted = await decrypter.decrypt(Readable.toWeb(source) as ReadableStream<Uint8Array>);
  const content = createZstdDecompress();
  pipeline(Readable.fromWeb(decrypted as never), content).catch(() => {});
  return content;
}
