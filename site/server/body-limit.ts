/** Far above what any form or action of the site takes: files go to /storage/v1, which has limits of its own. */
const mostBodyBytes = 1024 * 1024;

/**
 * The request with a body that ends in an error past the limit, whoever reads it: an action that takes a body as a
 * whole before it asks who sends it would take any amount. Null where the length that is announced is too long.
 */
export function withinBodyLimit(request: Request, most = mostBodyBytes): Request | null {
  if (Number(request.headers.get('content-length') ?? 0) > most) return null;
  if (request.method === 'GET' || request.method === 'HEAD' || request.body === null) return request;
  let bytes = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      bytes += part.length;
      if (bytes > most) throw new Error('the body is longer than any form of the site');
      controller.enqueue(part);
    },
  });
  const { url, method, headers, signal } = request;
  const body = request.body.pipeThrough(counted);
  return new Request(url, { method, headers, signal, body, duplex: 'half' } as RequestInit);
}
