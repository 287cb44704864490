import { connect, type Socket } from 'node:net';

export interface RawExchange {
  socket: Socket;
  /** Everything that was received; resolves when either side closes the connection. */
  closed: Promise<string>;
  received: () => string;
}

/** Sends bytes unchanged. */
export function sendRawBytes(url: string, bytes: string | Buffer): RawExchange {
  const { port } = new URL(url);
  // The client's half stays open until the test closes it.
  const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
  const parts: Buffer[] = [];
  const received = (): string => Buffer.concat(parts).toString('latin1');
  socket.on('error', () => {});
  socket.on('data', (part: Buffer) => parts.push(part));
  const closed = new Promise<string>((resolve) => {
    socket.once('end', () => socket.end());
    socket.once('close', () => resolve(received()));
  });
  socket.write(bytes);
  return { socket, closed, received };
}

/** The response to a request that is sent unchanged; rejects if the connection is not closed in time. */
export async function exchangeRawBytes(
  url: string,
  bytes: string | Buffer,
  limitMs = 10_000,
): Promise<string> {
  const { socket, closed } = sendRawBytes(url, bytes);
  const timer = setTimeout(() => socket.destroy(new Error('no end')), limitMs);
  const text = await closed;
  clearTimeout(timer);
  if (socket.errored?.message === 'no end') throw new Error(`no end of the response after ${limitMs} ms`);
  return text;
}
