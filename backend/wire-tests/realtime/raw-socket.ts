// A plain socket, for frames that the client library would never send.
import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { WireServer } from '../server.ts';

export interface RawSocket {
  socket: WebSocket;
  received: unknown[][];
  sendFrame(...frame: unknown[]): void;
  closed: Promise<{ code: number; reason: string }>;
}

/** Opens a socket of protocol version 2. Rejects with the HTTP status if the handshake is rejected. */
export async function openRaw(
  server: WireServer,
  query = `apikey=${server.publishableKey}&vsn=2.0.0`,
): Promise<RawSocket> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/realtime/v1/websocket?${query}`);
  const received: unknown[][] = [];
  socket.on('message', (data, isBinary) => {
    if (!isBinary) received.push(JSON.parse(String(data)) as unknown[]);
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once('close', (code, reason) => resolve({ code, reason: String(reason) }));
  });
  await once(socket, 'open');
  return { socket, received, sendFrame: (...frame) => socket.send(JSON.stringify(frame)), closed };
}
