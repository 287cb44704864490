import { setTimeout as wait } from 'node:timers/promises';

/** The pieces of a body. Whoever stops early leaves the rest unread, so that the connection lives to carry an answer. */
export function bodyChunks(request: Request): AsyncIterable<Uint8Array> {
  return request.body?.values({ preventCancel: true }) ?? nothing();
}

async function* nothing(): AsyncGenerator<Uint8Array, void> {}

const mostDrainedBytes = 64 * 1024 * 1024;
const mostDrainingMs = 10_000;

/**
 * Reads what is left of a refused body and throws it away: most senders read no answer before they have sent all, and
 * would take a closed connection for a broken one. Bounded in bytes and time.
 */
export async function drainBody(request: Request): Promise<void> {
  if (request.body === null || request.body.locked) return;
  const pieces = request.body.values({ preventCancel: true });
  const over = new AbortController();
  const patience = wait(mostDrainingMs, undefined, { signal: over.signal, ref: false }).catch(() => {});
  try {
    await Promise.race([discard(pieces), patience]);
  } catch {
    // The sender is gone.
  } finally {
    over.abort();
  }
}

async function discard(pieces: AsyncIterable<Uint8Array>): Promise<void> {
  let size = 0;
  for await (const piece of pieces) {
    size += piece.byteLength;
    if (size > mostDrainedBytes) return;
  }
}
