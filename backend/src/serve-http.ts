import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import type { HttpBindings } from '@hono/node-server';
import { StartupError } from './errors/startup-error.ts';
import { sendBadRequest, maxHeaderSize } from './edge/bad-request.ts';
import type { RemoteClient } from './edge/remote-client.ts';
import { limitConnections, timeouts } from './edge/connection-limits.ts';
import type { ConnectionLimits } from './edge/connection-limits.ts';
import { createServerConnections } from './edge/server-connections.ts';
import { resolveClientAddress } from './edge/resolve-client-address.ts';
import { sendBuffered } from './edge/buffered-response.ts';

export interface HttpServer {
  /** e.g. http://127.0.0.1:54321 */
  url: string;
  /** Who answers; may be set once the address is known. */
  answer: (request: Request, from: RemoteClient) => Promise<Response>;
  /** Who opens sockets; without one they are refused. */
  upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer, from: RemoteClient) => Promise<void>;
  /** Called when the server begins to stop: sockets would keep it open. */
  drain?: () => Promise<void>;
  close(): Promise<void>;
}

const endingMs = 10_000;

export interface ListenAt {
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** How many proxies in front may name the caller's address. */
  trustedProxies?: number;
  limits?: ConnectionLimits;
}

/** Listens on an address. Throws a StartupError that names the port and the fix. */
export async function serveHttp({ host, port, trustedProxies = 0, limits }: ListenAt): Promise<HttpServer> {
  const clientOf = (request: IncomingMessage): RemoteClient => ({
    address: resolveClientAddress(request, trustedProxies),
  });
  const listener = getRequestListener(
    async (request, env) => {
      const bindings = env as HttpBindings;
      return sendBuffered(await served.answer(request, clientOf(bindings.incoming)), bindings.outgoing);
    },
    { overrideGlobalObjects: false },
  );
  // Other upgrades, such as h2c, are offers that a server may pass over.
  const shouldUpgradeCallback = isWebSocket;
  const connections = createServerConnections();
  const { ServerResponse } = connections;
  const server = createServer(
    { ...timeouts(limits), maxHeaderSize, shouldUpgradeCallback, ServerResponse },
    (request, response) => void listener(request, response),
  );
  connections.follow(server);
  limitConnections(server, trustedProxies > 0, limits);
  server.on('clientError', sendBadRequest);
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (served.upgrade) void served.upgrade(request, socket, head, clientOf(request));
    else socket.once('finish', () => socket.destroy()).end('HTTP/1.1 503 Service Unavailable\r\n\r\n');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, host, port)));
    server.listen(port, host, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  const served: HttpServer = {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    answer: () => Promise.resolve(new Response(null, { status: 503 })),
    async close() {
      const closed = connections.end(endingMs);
      await served.drain?.();
      await closed;
    },
  };
  return served;
}

/** Whether a request asks for the one upgrade there is. */
export function isWebSocket(request: IncomingMessage): boolean {
  return request.headers.upgrade?.toLowerCase() === 'websocket';
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    return new StartupError(
      `Port ${port} on ${host} is in use: stop what holds it, or choose another with --port`,
    );
  }
  if (error.code === 'EACCES') {
    return new StartupError(`Port ${port} may not be opened by this user: choose one above 1023 with --port`);
  }
  return error;
}
