import { StorageError } from '../errors.ts';

const idleTimeoutMs = 30_000;

/** Throws RequestTimeout (408) when the next chunk takes too long. */
export async function* withIdleTimeout(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const chunks = source[Symbol.asyncIterator]();
  let ended = false;
  try {
    for (;;) {
      const chunk = await withTimeout(chunks.next());
      if (chunk.done) {
        ended = true;
        return;
      }
      yield chunk.value;
    }
  } finally {
    // Not awaited: a source that hangs would hang here too.
    if (!ended) chunks.return?.().catch(() => {});
  }
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new StorageError(408, 'RequestTimeout', 'RequestTimeout', 'The upload stood still for too long'),
        ),
      idleTimeoutMs,
    );
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
