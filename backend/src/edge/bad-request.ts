import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** The code of an error that ends a request. */
export const tooManyBodies = 'ERR_TOO_MANY_BODIES';

const errors: Record<string, { status: number; code: string; message: string }> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: 'headers_too_large',
    message:
      'Address and headers together are longer than 80 KiB: ask in parts, or send the values in a body',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: 'request_timeout',
    message: 'The request did not arrive in time',
  },
  [tooManyBodies]: {
    status: 429,
    code: 'too_many_bodies',
    message: 'Too much is being sent at once. Send it again in a moment.',
  },
};
const malformed = { status: 400, code: 'bad_request', message: 'This is not a request of HTTP/1.1' };

/** Of a request before its body. A filter such as in.(…) travels in the URL. */
export const maxHeaderSize = 80 * 1024;

/** For `server.on('clientError')`: what could not be parsed as a request. */
export function sendBadRequest(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, ...body } = errors[error.code ?? ''] ?? malformed;
  const text = JSON.stringify({ ...body, details: null, hint: null });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'connection: close',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'access-control-allow-origin: *',
    `x-request-id: ${randomUUID()}`,
  ];
  // The client may never close its half.
  socket.once('finish', () => socket.destroy());
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`);
}
