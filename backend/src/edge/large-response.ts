/** Responses that may be this large name their length. */
const largeBytes = 1024 * 1024;
const chunkBytes = 64 * 1024;

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
  const bytes = new Uint8Array(await response.arrayBuffer());
  return new Response(chunks(bytes, release, timeoutMs), response);
}

function chunks(bytes: Uint8Array<ArrayBuffer>, release: () => void, timeoutMs: number): ReadableStream {
  let rest: Uint8Array<ArrayBuffer> | undefined = bytes;
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
        controller.enqueue(rest.subarray(0, chunkBytes));
        rest = rest.subarray(chunkBytes);
        if (rest.length > 0) return;
        end();
        controller.close();
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}

/** By this code @hono/node-server closes the connection without an error message. */
class PrematureClose extends Error {
  readonly code = 'ERR_STREAM_PREMATURE_CLOSE';
}
