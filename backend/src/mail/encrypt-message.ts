import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Message } from './message.ts';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** IV, tag and ciphertext, under a key derived from the server's secret. */
export function encryptMessage(message: Message, secret: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, deriveKey(secret), iv);
  const content = Buffer.concat([cipher.update(JSON.stringify(message)), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), content]);
}

/** Undefined for content that was changed, or encrypted with another secret. */
export function decryptMessage(content: Buffer, secrets: readonly string[]): Message | undefined {
  for (const secret of secrets) {
    try {
      return decrypt(content, secret);
    } catch {
      // Encrypted with an older one, perhaps.
    }
  }
  return undefined;
}

function decrypt(content: Buffer, secret: string): Message {
  const iv = content.subarray(0, IV_BYTES);
  const decipher = createDecipheriv(ALGORITHM, deriveKey(secret), iv, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(content.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const text = Buffer.concat([decipher.update(content.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
  return JSON.parse(text.toString()) as Message;
}

function deriveKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'account mails', 32));
}
