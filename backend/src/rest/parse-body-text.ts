// Reads a request body as text or bytes. Large ones are read in short steps and take turns.
import { eventLoopPacer } from '../limits/event-loop-pacer.ts';
import type { RestDeps } from './deps.ts';

/** Copying 20 MB once may take 90 ms, because the system zeroes memory before the process may use it. */
const largeBytes = 1024 * 1024;

type Turns = Pick<RestDeps, 'takeLargeBodyTurn'>;

/** Calls `parse` with the body; with large ones one after the other, so that pages are sent between their steps. */
export async function parseBodyText<Result>(
  deps: Turns,
  request: Request,
  parse: (text: string) => Result | Promise<Result>,
): Promise<Result> {
  if (isSmall(request)) return parse(await request.text());
  return withBodyChunks(deps, request, async (chunks) => parse(await joinToText(chunks)));
}

/** The body, which the database receives without its being a text in between. */
export async function readBodyBytes(deps: Turns, request: Request): Promise<Buffer> {
  if (isSmall(request)) return Buffer.from(await request.arrayBuffer());
  return withBodyChunks(deps, request, joinToBytes);
}

function isSmall(request: Request): boolean {
  const length = request.headers.get('content-length');
  return request.body === null || (length !== null && Number(length) < largeBytes);
}

async function withBodyChunks<Result>(
  { takeLargeBodyTurn }: Turns,
  request: Request,
  work: (chunks: Uint8Array[]) => Promise<Result>,
): Promise<Result> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.length;
    chunks.push(chunk);
  }
  const release = bytes < largeBytes ? undefined : await takeLargeBodyTurn?.(request);
  try {
    return await work(chunks);
  } finally {
    release?.();
  }
}

/** Empties the list. Memory that was never used costs its zeroing when it is first written, so that is in steps too. */
async function joinToBytes(chunks: Uint8Array[]): Promise<Buffer> {
  const joined = Buffer.allocUnsafeSlow(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  let unrested = 0;
  for (const [index, chunk] of chunks.entries()) {
    joined.set(chunk, at);
    at += chunk.length;
    chunks[index] = new Uint8Array();
    unrested += chunk.length;
    if (unrested < largeBytes) continue;
    unrested = 0;
    await eventLoopPacer.rest();
  }
  return joined;
}

/** As Request.text(), which blocks this thread until it has copied the body twice. Empties the list. */
async function joinToText(chunks: Uint8Array[]): Promise<string> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let undecoded = 0;
  for (const [index, chunk] of chunks.entries()) {
    parts.push(decoder.decode(chunk, { stream: true }));
    chunks[index] = new Uint8Array();
    undecoded += chunk.length;
    if (undecoded < largeBytes) continue;
    undecoded = 0;
    await eventLoopPacer.rest();
  }
  parts.push(decoder.decode());
  const text = parts.join('');
  await eventLoopPacer.rest();
  return text;
}
