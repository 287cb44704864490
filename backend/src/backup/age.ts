// The age format (age-encryption.org/v1) as Node's streams.
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { Duplex } from 'node:stream';
import { ReadableStream as NodeStream } from 'node:stream/web';
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
const tagBytes = 16;
/** A header for one recipient or passphrase has some hundred bytes. */
const largestHeader = 64 * 1024;

/** The header cannot be read, or was made for another passphrase or identity (the cause). */
export class AgeHeaderError extends Error {}

function toWebStream(content: AsyncIterable<Uint8Array>) {
  return NodeStream.from(content) as ReadableStream<Uint8Array<ArrayBuffer>>;
}

/** Encrypts for one recipient: "age1…", or an object such as createAgePassphraseRecipient(). */
export async function createAgeEncrypter(recipient: string | Recipient): Promise<Duplex> {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return Duplex.from(async function* (content: AsyncIterable<Uint8Array>) {
    yield* await encrypter.encrypt(toWebStream(content));
  });
}

/** Fails with an AgeHeaderError, or with any other error for content that was changed or cut off. */
export function createAgeDecrypter(identity: string | Identity): Duplex {
  return Duplex.from(async function* (encrypted: AsyncIterable<Uint8Array>) {
    const { Decrypter } = await import('age-encryption');
    const decrypter = new Decrypter();
    decrypter.addIdentity(identity);
    /** An error of the source, which the library would return as one of the header. */
    let fault: { cause: unknown } | undefined;
    let isHeader = true;
    /** The library reads a header of any size into memory. */
    async function* limited(): AsyncGenerator<Uint8Array> {
      let read = 0;
      try {
        for await (const chunk of encrypted) {
          if (isHeader && read > largestHeader) return;
          read += chunk.byteLength;
          yield chunk;
        }
      } catch (cause) {
        fault = { cause };
        throw cause;
      }
    }
    const content = await decrypter.decrypt(toWebStream(limited())).catch((cause: unknown) => {
      throw fault === undefined ? new AgeHeaderError((cause as Error).message, { cause }) : fault.cause;
    });
    isHeader = false;
    yield* content;
  });
}
