import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Log } from '../errors/log-entry.ts';
import { requestId } from '../errors/request-id.ts';

/** Text, and the last response of its connection. */
export function sendPlain(response: ServerResponse, status: number, text: string): void {
  response
    .writeHead(status, {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      connection: 'close',
    })
    .end(text);
}

/** The same for an upgrade or a CONNECT that is refused: a socket that Node's server has left. */
export function rejectSocket(socket: Duplex, status: number, text: string): void {
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-type: text/plain; charset=utf-8`;
  socket.on('error', () => socket.destroy());
  // The client may never close its half.
  socket.once('finish', () => socket.destroy());
  socket.end(`${head}\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
}

/** For what a handler threw: a fault in one request is its own. */
export function sendFault(
  error: unknown,
  request: IncomingMessage,
  response: ServerResponse,
  log: Log | undefined,
  loggedPath: (path: string) => string,
): void {
  const { code, name, stack } = error as NodeJS.ErrnoException;
  const frame = stack?.split('\n').find((line) => line.trimStart().startsWith('at '));
  log?.({
    level: 'error',
    event: 'request.failed',
    requestId: requestId(request),
    path: loggedPath((request.url ?? '').split('?', 1)[0] ?? ''),
    code: code ?? name,
    // Without the message, which may contain values of the request.
    message: frame?.trim() ?? '',
  });
  if (response.headersSent) response.destroy();
  else
    sendPlain(
      response,
      500,
      `The server failed to respond. Its log names the cause under ${requestId(request)}.\n`,
    );
}
