// Reads the body of a request within a limit.
import { z } from 'zod';
import { withTimeout } from '../../errors/call-all.ts';
import { readBytesWithLimit } from '../../limits/read-bytes-with-limit.ts';
import { countJsonObjectsAndKeys } from '../../limits/scan-json.ts';
import { invalidStorageRequestError } from '../errors.ts';

/** If the consumer stops early, the rest is left unread, so that the connection can still carry a response. */
export function bodyChunks(request: Request): AsyncIterable<Uint8Array> {
  return request.body?.values({ preventCancel: true }) ?? empty();
}

async function* empty(): AsyncGenerator<Uint8Array, void> {}

const maxDrainedBytes = 64 * 1024 * 1024;
const drainTimeoutMs = 1_000;

/**
 * Reads up to a size and a time, because most clients read no response before they have sent everything. Then the
 * listener reads on for a while (edge/connections.ts).
 */
export async function drainBody(request: Request): Promise<void> {
  if (request.body === null || request.body.locked) return;
  const chunks = request.body.values({ preventCancel: true });
  // Fails also if the client has disconnected.
  await withTimeout(discard(chunks), drainTimeoutMs, () => new Error('the body is too slow')).catch(() => {});
}

async function discard(chunks: AsyncIterable<Uint8Array>): Promise<void> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    if (size > maxDrainedBytes) return;
  }
}

const maxBytes = 1024 * 1024;
/** Maximum number of objects and keys. */
const maxParts = 1000;

/** Reads at most 1 MiB; an empty body counts as {}. Throws InvalidRequest. */
export async function readStorageBody<S extends z.ZodType>(
  request: Request,
  schema: S,
): Promise<z.output<S>> {
  const body = await readBytesWithLimit(bodyChunks(request), maxBytes, () =>
    invalidStorageRequestError('The request body is larger than 1 MiB: ask in parts'),
  );
  const result = schema.safeParse(parse(body.toString()));
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw invalidStorageRequestError(
    `body${issue?.path.map((part) => `/${String(part)}`).join('') ?? ''}: ${issue?.message}`,
  );
}

function parse(text: string): unknown {
  if (text.trim() === '') return {};
  if (countJsonObjectsAndKeys(text, maxParts + 1) > maxParts)
    throw invalidStorageRequestError(`The request body holds more than ${maxParts} objects and keys`);
  try {
    return JSON.parse(text);
  } catch {
    throw invalidStorageRequestError('The request body is not JSON');
  }
}
