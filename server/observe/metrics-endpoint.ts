import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from '@fairlead/backend/start-http-server.ts';
import { writeLog } from '../log/write-log.ts';

const path = /^\/metrics(?:\?|$)/;

/** `GET /metrics` for clients with the token. */
export function metricsEndpoint(
  token: string,
  read: () => Promise<{ type: string; text: string }>,
): RequestHandler {
  const expected = digest(`Bearer ${token}`);

  return (request, response) => {
    if (!path.test(request.url ?? '')) return false;
    const plain = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
    // Equal lengths, as the comparison needs.
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) {
      writeLog({ level: 'warn', event: 'request.denied', path: '/metrics', status: 401 });
      response
        .writeHead(401, { ...plain, 'www-authenticate': 'Bearer' })
        .end('Send METRICS_TOKEN as a bearer token.\n');
      return true;
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { ...plain, allow: 'GET, HEAD' }).end('Read metrics with GET.\n');
      return true;
    }
    read().then(
      ({ type, text }) =>
        response
          .writeHead(200, { ...plain, 'content-type': type })
          .end(request.method === 'HEAD' ? undefined : text),
      (error: unknown) => {
        console.error('metrics could not be read:', error);
        response.writeHead(500, plain).end('The metrics could not be read.\n');
      },
    );
    return true;
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
