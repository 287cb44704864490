// The age format (age-encryption.org/v1) as Node's streams: headers by the library, content by OpenSSL. The library's
// own cipher is JavaScript, at a tenth of the speed.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scrypt } from 'node:crypto';
import { Transform } from 'node:stream';
import type { Identity, Recipient } from 'age-encryption';

/** log2 of scrypt's N. It needs 64 MiB for a moment; age's default of 18 takes 256 MiB, too much for small servers. */
const workFactor = 16;
/** The highest factor that is accepted when reading: 1 GiB. */
const largestWorkFactor = 20;

/**
 * A passphrase recipient of age with OpenSSL's scrypt: the library's is several times slower and blocks the event loop.
 */
export function createAgePassphraseRecipient(passphrase: string): Recipient {
  return {
    async wrapFileKey(fileKey) {
      const salt = randomBytes(16);
      const key = await derive(passphrase, salt, workFactor);
      const cipher = createCipheriv(algorithm, key, Buffer.alloc(12), { authTagLength: tagBytes });
      const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()]);
      const { Stanza } = await import('age-encryption');
      return [new Stanza(['scrypt', unpadded(salt), String(workFactor)], body)];
    },
  };
}

export function createAgePassphraseIdentity(passphrase: string): Identity {
  return {
    async unwrapFileKey(stanzas) {
      const [stanza, ...others] = stanzas;
      const [kind, salt = '', logN = ''] = stanza?.args ?? [];
      if (stanza === undefined || kind !== 'scrypt') return null;
      if (others.length > 0 || !/^[1-9]\d?$/.test(logN) || Number(logN) > largestWorkFactor)
        throw new Error('the header has an invalid scrypt stanza');
      const key = await derive(passphrase, Buffer.from(salt, 'base64'), Number(logN));
      const { body } = stanza;
      const cipher = createDecipheriv(algorithm, key, Buffer.alloc(12), { authTagLength: tagBytes });
      cipher.setAuthTag(body.subarray(-tagBytes));
      try {
        return Buffer.concat([cipher.update(body.subarray(0, -tagBytes)), cipher.final()]);
      } catch {
        // The file was encrypted with another passphrase.
        return null;
      }
    },
  };
}

function derive(passphrase: string, salt: Buffer, logN: number): Promise<Buffer> {
  const labelled = Buffer.concat([Buffer.from('age-encryption.org/v1/scrypt'), salt]);
  const N = 2 ** logN;
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  scrypt(passphrase, labelled, 32, { N, r: 8, p: 1, maxmem: 2 * 128 * 8 * N }, (error, key) =>
    error ? reject(error) : resolve(key),
  );
  return promise;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

const algorithm = 'chacha20-poly1305';
const chunkBytes = 64 * 1024;
const tagBytes = 16;
const nonceBytes = 16;
/** A header for one recipient or passphrase has some hundred bytes. */
const largestHeader = 64 * 1024;

/** The header cannot be read, or was made for another passphrase or identity (the cause). */
export class AgeHeaderError extends Error {}

/** Encrypts for one recipient: "age1…", or an object such as createAgePassphraseRecipient(). */
export async function createAgeEncrypter(recipient: string | Recipient): Promise<Transform> {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  let fileKey = new Uint8Array();
  // A recipient that adds nothing to the header.
  encrypter.addRecipient({
    wrapFileKey(given) {
      fileKey = Uint8Array.from(given);
      return [];
    },
  });
  const empty = await encrypter.encrypt(new Uint8Array());
  const header = empty.subarray(0, -(nonceBytes + tagBytes));
  const nonce = randomBytes(nonceBytes);
  const key = contentKey(fileKey, nonce);
  const chunks = createChunks(chunkBytes, (chunk, chunkNonce) => {
    const cipher = createCipheriv(algorithm, key, chunkNonce, { authTagLength: tagBytes });
    return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
  });
  const content = createTransform(
    async (bytes) => chunks.add(bytes),
    async () => chunks.end(),
  );
  content.push(header);
  content.push(nonce);
  return content;
}

/** Fails with an AgeHeaderError, or with any other error for content that was changed or cut off. */
export function createAgeDecrypter(identity: string | Identity): Transform {
  let key: Buffer | undefined;
  let head = Buffer.alloc(0);
  const chunks = createChunks(chunkBytes + tagBytes, (chunk, nonce, isFirst) => {
    if (key === undefined || chunk.byteLength < tagBytes) throw new Error('the content is cut off');
    const cipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
    cipher.setAuthTag(chunk.subarray(-tagBytes));
    const content = cipher.update(chunk.subarray(0, -tagBytes));
    cipher.final();
    if (content.byteLength === 0 && !isFirst) throw new Error('the last chunk is empty');
    return content;
  });

  /** Returns the bytes after header and nonce. */
  async function readHeader(bytes: Buffer): Promise<Buffer> {
    head = Buffer.concat([head, bytes]);
    const end = headerEnd(head);
    if (end === undefined && head.byteLength > largestHeader) throw new AgeHeaderError('there is no header');
    if (end === undefined || head.byteLength < end + nonceBytes) return Buffer.alloc(0);
    const { Decrypter } = await import('age-encryption');
    const decrypter = new Decrypter();
    decrypter.addIdentity(identity);
    const fileKey = await decrypter.decryptHeader(head.subarray(0, end)).catch((cause: unknown) => {
      throw new AgeHeaderError((cause as Error).message, { cause });
    });
    key = contentKey(fileKey, head.subarray(end, end + nonceBytes));
    return head.subarray(end + nonceBytes);
  }

  return createTransform(
    async (bytes) => chunks.add(key ? bytes : await readHeader(bytes)),
    async () => {
      if (key === undefined) throw new AgeHeaderError('the header is cut off');
      return chunks.end();
    },
  );
}

function headerEnd(bytes: Buffer): number | undefined {
  const mac = bytes.indexOf('\n--- ');
  const end = mac === -1 ? -1 : bytes.indexOf('\n', mac + 1);
  return end === -1 ? undefined : end + 1;
}

function contentKey(fileKey: Uint8Array, nonce: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', fileKey, nonce, 'payload', 32));
}

type Convert = (chunk: Buffer, nonce: Buffer, isFirst: boolean) => Buffer;

/** Cuts a stream into chunks of equal size. Which chunk is the last, and may be smaller, is known only at the end. */
function createChunks(bytes: number, convert: Convert) {
  const waiting = Buffer.allocUnsafe(bytes);
  /** The first eleven bytes are a counter, the last one marks the last chunk. */
  const nonce = Buffer.alloc(12);
  let filled = 0;
  let count = 0;

  function take(): Buffer {
    nonce.writeUIntBE(count, 5, 6);
    const converted = convert(waiting.subarray(0, filled), nonce, count === 0);
    count += 1;
    filled = 0;
    return converted;
  }

  return {
    add(content: Buffer): Buffer[] {
      const taken: Buffer[] = [];
      for (let at = 0; at < content.byteLength;) {
        if (filled === bytes) taken.push(take());
        const copied = content.copy(waiting, filled, at);
        filled += copied;
        at += copied;
      }
      return taken;
    },
    end(): Buffer[] {
      nonce[11] = 1;
      return [take()];
    },
  };
}

function createTransform(
  convert: (content: Buffer) => Promise<Buffer[]>,
  end: () => Promise<Buffer[]>,
): Transform {
  async function pass(stream: Transform, content: Promise<Buffer[]>, done: (error?: Error) => void) {
    try {
      for (const chunk of await content) stream.push(chunk);
      done();
    } catch (error) {
      done(error as Error);
    }
  }
  return new Transform({
    highWaterMark: 1024 * 1024,
    transform(content: Buffer, _encoding, done) {
      void pass(this, convert(content), done);
    },
    flush(done) {
      void pass(this, end(), done);
    },
  });
}
