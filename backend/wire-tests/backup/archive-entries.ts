// Reads or writes the entries of an archive without the product's own code.
import { buffer } from 'node:stream/consumers';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import { extract, pack, type Header } from 'tar-stream';

export interface Entry {
  header: Partial<Header> & { name: string };
  body?: Buffer;
}

export const passphrase = 'correct horse battery staple';

export async function readEntries(archive: Buffer): Promise<Entry[]> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const tar = extract();
  tar.end(zstdDecompressSync(await decrypter.decrypt(archive)));
  const found: Entry[] = [];
  for await (const entry of tar) found.push({ header: entry.header, body: await buffer(entry) });
  return found;
}

/** Inserts `added` directly after the header entry. */
export async function writeEntries(added: Entry[], from: Entry[]): Promise<Buffer> {
  const tar = pack();
  const [header, ...others] = from;
  const manifest = others.pop();
  for (const entry of [header, ...added, ...others, manifest])
    if (entry)
      tar.entry({ ...entry.header, size: entry.body?.byteLength ?? 0 }, entry.body ?? Buffer.alloc(0));
  tar.finalize();
  const encrypter = new Encrypter();
  encrypter.setScryptWorkFactor(10);
  encrypter.setPassphrase(passphrase);
  return Buffer.from(await encrypter.encrypt(zstdCompressSync(await buffer(tar))));
}

export function file(name: string, text: string, mode = 0o600): Entry {
  return { header: { name, type: 'file', mode }, body: Buffer.from(text) };
}
