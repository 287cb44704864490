// Reads a request body. Large ones stay in the chunks in which they arrive, and take turns.
import { ChunkedValue } from '../database/chunked-value.ts';
import { eventLoopPacer } from '../limits/event-loop-pacer.ts';
import type { RestDeps } from './deps.ts';

const largeBytes = 1024 * 1024;

type Turns = Pick<RestDeps, 'takeLargeBodyTurn'>;

/** Calls `parse` with the body; with large ones one after the other, so that pages are sent between their steps. */
export async function parseBodyText<Result>(
  deps: Turns,
  request: Request,
  parse: (body: string | ChunkedValue) => Result | Promise<Result>,
): Promise<Result> {
  if (isSmall(request)) return parse(await request.text());
  const chunks = await readChunks(request);
  const release = isLarge(chunks) ? await deps.takeLargeBodyTurn?.(request) : undefined;
  try {
    const valid = await toValidUtf8(chunks);
    return await parse(isLarge(chunks) ? new ChunkedValue(valid, 'text') : Buffer.concat(valid).toString());
  } finally {
    release?.();
  }
}

/** The body, which the database receives without its being a text in between. */
export async function readBodyBytes(request: Request): Promise<Buffer | ChunkedValue> {
  if (isSmall(request)) return Buffer.from(await request.arrayBuffer());
  return new ChunkedValue(await readChunks(request), 'binary');
}

function isSmall(request: Request): boolean {
  const length = request.headers.get('content-length');
  return request.body === null || (length !== null && Number(length) < largeBytes);
}

function isLarge(chunks: readonly Uint8Array[]): boolean {
  return chunks.reduce((sum, { length }) => sum + length, 0) >= largeBytes;
}

async function readChunks(request: Request): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request.body ?? []) chunks.push(chunk);
  return chunks;
}

/** As Request.text() reads it: without a byte order mark, and with U+FFFD for what is not UTF-8. */
async function toValidUtf8(chunks: readonly Uint8Array[]): Promise<readonly Uint8Array[]> {
  try {
    const checker = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    let start = '';
    await decodeInSteps(chunks, checker, (text) => (start ||= text.slice(0, 1)));
    if (start !== '\uFEFF') return chunks;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  const repaired: Buffer[] = [];
  await decodeInSteps(chunks, new TextDecoder(), (text) => repaired.push(Buffer.from(text)));
  return repaired;
}

async function decodeInSteps(
  chunks: readonly Uint8Array[],
  decoder: InstanceType<typeof TextDecoder>,
  take: (text: string) => void,
): Promise<void> {
  let unrested = 0;
  for (const chunk of chunks) {
    take(decoder.decode(chunk, { stream: true }));
    unrested += chunk.length;
    if (unrested < largeBytes) continue;
    unrested = 0;
    await eventLoopPacer.rest();
  }
  take(decoder.decode());
}
