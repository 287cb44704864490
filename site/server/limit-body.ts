/** Far above what any form or action of the site accepts. Files go to /storage/v1, which has its own limits. */
const maxBodyBytes = 1024 * 1024;

/**
 * The request with a body that fails past the limit: an action that reads the body before it checks the sender would read
 * any amount. Null where content-length is over the limit.
 */
export function limitBody(request: Request, maxBytes = maxBodyBytes): Request | null {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return null;
  if (request.method === 'GET' || request.method === 'HEAD' || request.body === null) return request;
  let bytes = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      bytes += part.length;
      if (bytes > maxBytes) throw new Error('the body is longer than any form of the site');
      controller.enqueue(part);
    },
  });
  const { url, method, headers, signal } = request;
  const body = request.body.pipeThrough(counted);
  return new Request(url, { method, headers, signal, body, duplex: 'half' } as RequestInit);
}
