import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { extract } from 'tar-stream';
import { passphraseIdentity } from './age-passphrase.ts';
import { AgeHeaderError, decryptAge } from './age-stream.ts';
import { StartupError } from '../errors/startup-error.ts';
import { isPlain } from './known-files.ts';

const chunkSize = 256 * 1024;

export interface ArchiveEntry {
  /** Without a slash at its end. */
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
  const tar = extract();
  const unpacking = pipeline(
    source,
    decryptAge(passphraseIdentity(passphrase)),
    createZstdDecompress({ chunkSize }),
    tar,
  );
  // Awaited below; until then the loop reports the same failure.
  unpacking.catch(() => {});
  try {
    for await (const entry of tar) {
      const { type } = entry.header;
      const name = entry.header.name.replace(/\/$/, '');
      if (!isPlain(name) || (type !== 'file' && type !== 'directory')) throw foreign(name);
      await onEntry({ name, isFolder: type === 'directory', content: entry as AsyncIterable<Uint8Array> });
      entry.resume();
    }
    await unpacking;
  } catch (error) {
    source.destroy();
    if (error instanceof AgeHeaderError) throw explainHeader(error);
    if (isFault(error)) throw error;
    throw damaged(error);
  }
}

function explainHeader(cause: AgeHeaderError): StartupError {
  if (/no identity matched|incorrect passphrase/i.test(cause.message))
    return new StartupError(
      'BACKUP_PASSPHRASE: it does not open this backup; give the one it was made with',
      { cause },
    );
  return new StartupError('this file is not a backup, or its beginning is damaged: use another one', {
    cause,
  });
}

/** Of the disk or of this program, not of the archive. */
function isFault(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  return error instanceof StartupError || /^E[A-Z]+$/.test(code);
}

/** This program writes no links, and no paths that lead elsewhere. */
function foreign(name: string): StartupError {
  return new StartupError(
    `the backup holds ${JSON.stringify(name)}, which this program does not write, so nothing of it was kept: use another one`,
  );
}

function damaged(cause?: unknown): StartupError {
  return new StartupError('the backup is damaged or incomplete, so nothing of it was kept: use another one', {
    cause,
  });
}
