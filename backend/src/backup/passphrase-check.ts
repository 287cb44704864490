// Finds out whether a passphrase opens an archive, from its beginning alone.
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import {
  AgeHeaderError,
  createAgeDecrypter,
  createAgeEncrypter,
  createAgePassphraseIdentity,
  createAgePassphraseRecipient,
} from './age.ts';

/** `unreadable`: not an archive, or its beginning is damaged. */
export type PassphraseVerdict = 'opens' | 'another passphrase' | 'unreadable';

/** Reads only the beginning, and closes the source. Rejects with an error of the source. */
export async function testPassphrase(source: Readable, passphrase: string): Promise<PassphraseVerdict> {
  const content = createAgeDecrypter(createAgePassphraseIdentity(passphrase));
  // The loop reports the same failure.
  pipeline(source, content).catch(() => {});
  try {
    for await (const _chunk of content) break;
    return 'opens';
  } catch (error) {
    if (source.errored === error) throw error;
    return isOfAnotherPassphrase(error) ? 'another passphrase' : 'unreadable';
  } finally {
    source.destroy();
  }
}

/** Whether the archive is sound and was made with another passphrase. */
export function isOfAnotherPassphrase(error: unknown): boolean {
  return error instanceof AgeHeaderError && /no identity matched|incorrect passphrase/i.test(error.message);
}

/** A tiny archive, in base64: guessing the passphrase from it costs as much as from a backup. */
export async function createPassphraseCheck(passphrase: string): Promise<string> {
  const sealed = await createAgeEncrypter(createAgePassphraseRecipient(passphrase));
  sealed.end(Buffer.from('opened'));
  return (await buffer(sealed)).toString('base64');
}

export function testPassphraseCheck(check: string, passphrase: string): Promise<PassphraseVerdict> {
  return testPassphrase(Readable.from([Buffer.from(check, 'base64')]), passphrase);
}
