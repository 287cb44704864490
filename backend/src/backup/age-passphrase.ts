import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { Stanza, type Identity, type Recipient } from 'age-encryption';

/** log2 of scrypt's N: 64 MiB for a moment, where age's default of 18 takes 256 MiB of a small server. */
const workFactor = 16;
/** Of what is read: 1 GiB. */
const largestWorkFactor = 20;
const algorithm = 'chacha20-poly1305';
const tagBytes = 16;

/** A passphrase as age has it, with scrypt of OpenSSL: the library's takes several times as long, and blocks. */
export function passphraseRecipient(passphrase: string): Recipient {
  return {
    async wrapFileKey(fileKey) {
      const salt = randomBytes(16);
      const key = await derive(passphrase, salt, workFactor);
      const cipher = createCipheriv(algorithm, key, Buffer.alloc(12), { authTagLength: tagBytes });
      const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()]);
      return [new Stanza(['scrypt', unpadded(salt), String(workFactor)], body)];
    },
  };
}

export function passphraseIdentity(passphrase: string): Identity {
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
        // Another passphrase.
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
