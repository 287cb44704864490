import { StorageError } from '../errors.ts';

const patienceMs = 30_000;

/** The same pieces; throws when the sender lets us wait too long for one, so that a silent sender holds nothing. */
export async function* patient(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const pieces = source[Symbol.asyncIterator]();
  let ended = false;
  try {
    for (;;) {
      const piece = await inTime(pieces.next());
      if (piece.done) {
        ended = true;
        return;
      }
      yield piece.value;
    }
  } finally {
    // Not awaited: what hangs would hang here as well.
    if (!ended) pieces.return?.().catch(() => {});
  }
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let patience: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    patience = setTimeout(
      () =>
        reject(
          new StorageError(408, 'RequestTimeout', 'RequestTimeout', 'The upload stood still for too long'),
        ),
      patienceMs,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(patience);
  }
}
