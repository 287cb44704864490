import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import { Encrypter } from 'age-encryption';
import { pack } from 'tar-stream';

export interface WrittenFile {
  size: number;
  sha256: string;
}

export interface ArchiveWriter {
  addText(name: string, text: string): Promise<void>;
  addFolder(name: string): Promise<void>;
  /** Null when the file is gone. One that changes size meanwhile is cut or filled with zeros. */
  addFile(name: string, path: string): Promise<WrittenFile | null>;
  /** Resolves when `target` has everything; rejects with the first error of the archive or the target. */
  finish(): Promise<void>;
  abort(error: Error): void;
}

const chunkBytes = 256 * 1024;
/** log2 of scrypt's N: 64 MiB for a moment, where age's default of 18 takes 256 MiB of a small server. */
const scryptWorkFactor = 16;

/** Streams: what is added waits for the target. */
export async function createArchiveWriter(target: Writable, passphrase: string): Promise<ArchiveWriter> {
  const tar = pack();
  const compressed = createZstdCompress();
  const encrypter = new Encrypter();
  encrypter.setScryptWorkFactor(scryptWorkFactor);
  encrypter.setPassphrase(passphrase);
  const compressing = pipeline(tar, compressed);
  const source = Readable.toWeb(compressed) as ReadableStream<Uint8Array>;
  const encrypted = await encrypter.encrypt(source);
  const writing = pipeline(Readable.fromWeb(encrypted as never), target);
  const done = Promise.all([compressing, writing]);
  // finish() reports it; an entry in progress would wait forever.
  let failure: unknown;
  done.catch((error: unknown) => {
    failure = error;
    tar.destroy();
  });

  /** Adds an entry; rejects when the archive ends before it is written. */
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
    addText: (name, text) => add((callback) => tar.entry({ name }, text, callback)),
    addFolder: (name) => add((callback) => tar.entry({ name, type: 'directory' }, callback)),
    async addFile(name, path) {
      const handle = await openFile(path);
      if (handle === null) return null;
      try {
        const { size } = await handle.stat();
        const hash = createHash('sha256');
        await add((callback) => {
          const entry = tar.entry({ name, size }, callback);
          Readable.from(exactly(handle, size, hash)).pipe(entry);
        });
        return { size, sha256: hash.digest('hex') };
      } finally {
        await handle.close();
      }
    },
    async finish() {
      tar.finalize();
      await done;
    },
    abort: (error) => tar.destroy(error),
  };
}

async function openFile(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The size is in the entry's header, before its bytes. What a file lacks by then, the database's WAL fills in. */
async function* exactly(
  handle: FileHandle,
  size: number,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array> {
  for (let position = 0; position < size;) {
    const chunk = Buffer.alloc(Math.min(chunkBytes, size - position));
    const { bytesRead } = await handle.read(chunk, 0, chunk.byteLength, position);
    const read = bytesRead === 0 ? chunk : chunk.subarray(0, bytesRead);
    position += read.byteLength;
    hash.update(read);
    yield read;
  }
}
