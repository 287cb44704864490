/** Responses that may be this large name their length. */
const largeBytes = 1024 * 1024;
const chunkLength = 64 * 1024;

export function isLarge(response: Response): boolean {
  return Number(response.headers.get('content-length') ?? 0) >= largeBytes && response.body !== null;
}

/**
 * Streams a response as its reader takes it, then calls `release`: a client that requests much and reads nothing must
 * not fill the memory. Cut off after `timeoutMs`.
 */
export async function streamSlowly(
  response: Response,
  release: () => void,
  timeoutMs = 60_000,
): Promise<Response> {
  const text = await response.text();
  return new Response(chunks(text, release, timeoutMs), response);
}

/** Encoded part by part: tens of megabytes at once would hold up all other requests. */
function chunks(text: string, release: () => void, timeoutMs: number): ReadableStream {
  let rest: string | undefined = text;
  let at = 0;
  let timeout: NodeJS.Timeout | undefined;
  function end(): void {
    clearTimeout(timeout);
    rest = undefined;
    release();
  }
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        timeout = setTimeout(() => {
          end();
          controller.error(new PrematureClose());
        }, timeoutMs);
      },
      pull(controller) {
        if (rest === undefined) return;
        const next = endOfPart(rest, at);
        controller.enqueue(Buffer.from(rest.slice(at, next)));
        at = next;
        if (at < rest.length) return;
        end();
        controller.close();
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}

/** Characters outside the basic plane are two units, which stay together. */
function endOfPart(text: string, start: number): number {
  const end = start + chunkLength;
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end + 1 : end;
}

/** By this code @hono/node-server closes the connection without an error message. */
class PrematureClose extends Error {
  readonly code = 'ERR_STREAM_PREMATURE_CLOSE';
}
