// Reads and writes the entries of an archive.
import { pipeline as pipe, Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress, createZstdCompress, type ZstdOptions } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import {
  createAgePassphraseIdentity,
  AgeHeaderError,
  createAgeDecrypter,
  createAgePassphraseRecipient,
  createAgeEncrypter,
} from './age.ts';
import { isOfAnotherPassphrase } from './passphrase-check.ts';
import { catchMissingFile } from '../database/folders.ts';
import { StartupError } from '../errors/startup-error.ts';
import { isSafeRelativePath } from './known-files.ts';
import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';

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
export async function forEachArchiveEntry(
  source: Readable,
  passphrase: string,
  onEntry: (entry: ArchiveEntry) => Promise<void>,
): Promise<void> {
  const tar = extract();
  const unpacking = pipeline(
    source,
    createAgeDecrypter(createAgePassphraseIdentity(passphrase)),
    createZstdDecompress({ chunkSize }),
    tar,
  );
  // Awaited below; this only prevents an unhandled rejection, because the loop reports the same failure.
  unpacking.catch(() => {});
  try {
    for await (const entry of tar) {
      const { type } = entry.header;
      const name = entry.header.name.replace(/\/$/, '');
      if (!isSafeRelativePath(name) || (type !== 'file' && type !== 'directory')) throw foreign(name);
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
  if (isOfAnotherPassphrase(cause))
    return new StartupError(
      'BACKUP_PASSPHRASE: it does not open this backup; give the one it was made with',
      { cause },
    );
  return new StartupError('this file is not a backup, or its beginning is damaged: use another one', {
    cause,
  });
}

/** Whether the error comes from the disk or this program rather than from the archive. */
function isFault(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  return error instanceof StartupError || /^E[A-Z]+$/.test(code);
}

/** The error for links and for paths outside the folder, which this program never writes. */
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

const chunkBytes = 1024 * 1024;
/** Large enough that reading, compressing and encrypting run at the same time. */
const highWaterMark = 4 * chunkBytes;
/** Streams the archive to `target`: adding an entry waits until the target accepts its content. */
export async function createArchiveWriter(target: Writable, passphrase: string) {
  const tar = pack({ highWaterMark });
  const compressed = createZstdCompress({ chunkSize: chunkBytes, highWaterMark } as ZstdOptions);
  const done = pipeline(
    tar,
    compressed,
    await createAgeEncrypter(createAgePassphraseRecipient(passphrase)),
    target,
  );
  // Reported by finish(); without it an entry in progress would wait forever.
  let failure: unknown;
  done.catch((error: unknown) => {
    failure = error;
    tar.destroy();
  });

  /** Adds an entry; rejects if the archive ends before it is written. */
  async function add(start: (callback: (error?: Error | null) => void) => void): Promise<void> {
    if (failure !== undefined) throw failure;
    const written = new Promise<void>((resolve, reject) => {
      start((error) => (error ? reject(error) : resolve()));
    });
    try {
      await Promise.race([written, done]);
    } catch (error) {
      throw failure ?? error;
    }
  }

  return {
    addText: (name: string, text: string) => add((callback) => tar.entry({ name }, text, callback)),
    addFolder: (name: string) => add((callback) => tar.entry({ name, type: 'directory' }, callback)),
    /** Null if the file no longer exists. A file that changes size while it is read is cut or filled with zeros. */
    async addFile(name: string, path: string) {
      const handle = await catchMissingFile(open(path, 'r'), null);
      if (handle === null) return null;
      try {
        const { size } = await handle.stat();
        const hash = createHash('sha256');
        await add((callback) => {
          const entry = tar.entry({ name, size }, callback);
          // Handles the errors of both sides: without a listener, one would end the process.
          pipe(Readable.from(exactly(handle, size, hash)), entry, (error) => error && callback(error));
        });
        return { size, sha256: hash.digest('hex') };
      } finally {
        await handle.close();
      }
    },
    /** Resolves when `target` has everything; rejects with the first error of the archive or the target. */
    async finish() {
      tar.finalize();
      await done;
    },
    abort: (error: Error) => tar.destroy(error),
  };
}

export type ArchiveWriter = Awaited<ReturnType<typeof createArchiveWriter>>;

/**
 * Exactly as many bytes as the entry's header announced. What the file lacks by then is restored by the database's WAL.
 */
async function* exactly(
  handle: FileHandle,
  size: number,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array> {
  for (let position = 0; position < size;) {
    const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, size - position));
    const { bytesRead } = await handle.read(chunk, 0, chunk.byteLength, position);
    const read = bytesRead === 0 ? chunk.fill(0) : chunk.subarray(0, bytesRead);
    position += read.byteLength;
    hash.update(read);
    yield read;
  }
}
