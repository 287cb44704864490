import { setTimeout as wait } from 'node:timers/promises';

/** Stopping early leaves the rest unread, so that the connection can still carry a response. */
export function bodyChunks(request: Request): AsyncIterable<Uint8Array> {
  return request.body?.values({ preventCancel: true }) ?? empty();
}

async function* empty(): AsyncGenerator<Uint8Array, void> {}

const maxDrainedBytes = 64 * 1024 * 1024;
const drainTimeoutMs = 1_000;

/**
 * Up to a size and a time: most clients read no response before they have sent everything. After it, the listener reads
 * on for a while (edge/close-lingering.ts).
 */
export async function drainBody(request: Request): Promise<void> {
  if (request.body === null || request.body.locked) return;
  const chunks = request.body.values({ preventCancel: true });
  const finished = new AbortController();
  const timeout = wait(drainTimeoutMs, undefined, { signal: finished.signal, ref: false }).catch(() => {});
  try {
    await Promise.race([discard(chunks), timeout]);
  } catch {
    // The client has disconnected.
  } finally {
    finished.abort();
  }
}

async function discard(chunks: AsyncIterable<Uint8Array>): Promise<void> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    if (size > maxDrainedBytes) return;
  }
}
