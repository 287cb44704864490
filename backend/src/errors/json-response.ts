// Creates JSON or empty responses with no-store; responses on a bare socket.
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

/** Sets no-store, because nearly all responses contain personal data. */
export function jsonResponse(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { ...jsonHeaders, ...headers } });
}

const withoutBody = new Set([204, 205, 304]);

export function mayHaveBody(status: number): boolean {
  return !withoutBody.has(status);
}

/** Writes a response to a socket that is detached from Node's server, then closes it. */
export function endSocketWithResponse(
  socket: Duplex,
  status: number,
  headers: Record<string, string>,
  body: string,
): void {
  const all = { connection: 'close', ...headers, 'content-length': Buffer.byteLength(body) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  // The client may never close its end of the connection.
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}

export function emptyResponse(): Response {
  return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });
}
