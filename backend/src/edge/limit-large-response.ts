/** An answer of this size holds a place while it is sent. Those that may be this large name their length. */
const largeBytes = 1024 * 1024;
const chunkBytes = 64 * 1024;

/**
 * Hands a large answer out piece by piece, as its reader takes it, and holds a place until it is through: a caller who
 * asks for much and reads nothing must not fill the memory of this process. After `mostMs` the answer is cut off.
 */
export async function limitLargeResponse(
  response: Response,
  enter: () => Promise<() => void>,
  mostMs = 60_000,
): Promise<Response> {
  const length = Number(response.headers.get('content-length') ?? 0);
  if (length < largeBytes || response.body === null) return response;
  const leave = await enter();
  return new Response(pieces(new Uint8Array(await response.arrayBuffer()), leave, mostMs), response);
}

function pieces(whole: Uint8Array<ArrayBuffer>, leave: () => void, mostMs: number): ReadableStream {
  let rest: Uint8Array<ArrayBuffer> | undefined = whole;
  let patience: NodeJS.Timeout | undefined;
  function end(): void {
    clearTimeout(patience);
    rest = undefined;
    leave();
  }
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        patience = setTimeout(() => {
          end();
          controller.error(new TooSlow());
        }, mostMs);
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

/** Told to whoever listens as what it is: the connection ends before the answer does. */
class TooSlow extends Error {
  readonly code = 'ERR_STREAM_PREMATURE_CLOSE';
}
