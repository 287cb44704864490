import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { Decrypter } from 'age-encryption';
import { extract } from 'tar-stream';
import { StartupError } from '../errors/startup-error.ts';

export interface ArchiveEntry {
  name: string;
  isFolder: boolean;
  /** Must be read to its end before the next entry. */
  content: AsyncIterable<Uint8Array>;
}

/**
 * The entries in order. Throws a StartupError for a wrong passphrase, and for an archive that is cut off or changed:
 * each chunk of 64 KiB is authenticated before its content is given out.
 */
export async function readArchive(
  source: Readable,
  passphrase: string,
  onEntry: (entry: ArchiveEntry) => Promise<void>,
): Promise<void> {
  const decrypted = await decrypt(source, passphrase);
  const tar = extract();
  const unpacking = pipeline(Readable.fromWeb(decrypted as never), createZstdDecompress(), tar);
  // Awaited below; until then the loop reports the same failure.
  unpacking.catch(() => {});
  try {
    for await (const entry of tar) {
      const { name, type } = entry.header;
      if (name.startsWith('/') || name.split('/').includes('..')) throw damaged();
      await onEntry({ name, isFolder: type === 'directory', content: entry as AsyncIterable<Uint8Array> });
      entry.resume();
    }
    await unpacking;
  } catch (error) {
    source.destroy();
    if (isFault(error)) throw error;
    throw damaged(error);
  }
}

async function decrypt(source: Readable, passphrase: string): Promise<ReadableStream<Uint8Array>> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    return await decrypter.decrypt(Readable.toWeb(source) as ReadableStream<Uint8Array>);
  } catch (cause) {
    source.destroy();
    if (isFault(cause)) throw cause;
    if (/no identity matched|incorrect passphrase/i.test((cause as Error).message))
      throw new StartupError(
        'BACKUP_PASSPHRASE: it does not open this backup; give the one it was made with',
        {
          cause,
        },
      );
    throw new StartupError('this file is not a backup, or its beginning is damaged: use another one', {
      cause,
    });
  }
}

/** Of the disk or of this program, not of the archive. */
function isFault(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  return error instanceof StartupError || /^E[A-Z]+$/.test(code);
}

function damaged(cause?: unknown): StartupError {
  return new StartupError('the backup is damaged or incomplete, so nothing of it was kept: use another one', {
    cause,
  });
}
