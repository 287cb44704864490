// Reads a request body as text. Large ones are read in short steps and take turns.
import { eventLoopPacer } from '../limits/event-loop-pacer.ts';
import type { RestDeps } from './deps.ts';

/** Copying 20 MB once may take 90 ms, because the system zeroes memory before the process may use it. */
const largeBytes = 1024 * 1024;

/** Calls `parse` with the body; with large ones one after the other, so that pages are sent between their steps. */
export async function parseBodyText<Result>(
  { takeLargeBodyTurn }: Pick<RestDeps, 'takeLargeBodyTurn'>,
  request: Request,
  parse: (text: string) => Result | Promise<Result>,
): Promise<Result> {
  const length = request.headers.get('content-length');
  if (request.body === null || (length !== null && Number(length) < largeBytes))
    return parse(await request.text());
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body) {
    bytes += chunk.length;
    chunks.push(chunk);
  }
  const release = bytes < largeBytes ? undefined : await takeLargeBodyTurn?.(request);
  try {
    return await parse(await joinToText(chunks));
  } finally {
    release?.();
  }
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
