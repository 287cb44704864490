import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { sendBuffered } from '@fairlead/backend/edge/buffered-response.ts';
import { sendBadRequest, maxHeaderSize } from '@fairlead/backend/edge/bad-request.ts';
import { limitConnections, mostKeptConnections, timeouts } from '@fairlead/backend/edge/connection-limits.ts';
import {
  createServerConnections,
  type ServerConnections,
} from '@fairlead/backend/edge/server-connections.ts';
import { resolveClientAddress } from '@fairlead/backend/edge/resolve-client-address.ts';
import { isWebSocket } from '@fairlead/backend/serve-http.ts';
import type { Settings } from './config.ts';
import { writeLog } from './log/write-log.ts';
import { refuseForeign } from './local/host-guard.ts';

/** Answers a request itself and says so, or leaves it to the next. */
export type Answerer = (request: IncomingMessage, response: ServerResponse) => boolean;

const protocolPath = /^\/(rest|auth|storage|realtime|functions)\/v1(\/|\?|$)/;
const healthPath = /^\/(healthz|readyz)$/;

export interface Handlers {
  /** The Supabase protocol, or null when a hosted project answers it elsewhere. */
  protocol: ((request: Request, visitor: { address: string }) => Promise<Response>) | null;
  /** Opens the protocol's sockets; null like the protocol. */
  upgrade:
    | ((
        request: IncomingMessage,
        socket: Duplex,
        head: Buffer,
        visitor: { address: string },
      ) => Promise<void>)
    | null;
  /** Whether sockets on other paths are somebody else's, who listens for upgrades as well. */
  otherSockets?: boolean;
  /** Tried first, in order, synchronously: kept pages, built files. Nothing of them is under the protocol's paths. */
  first: Answerer[];
  /** Everything else: the site. */
  site: (request: IncomingMessage, response: ServerResponse) => void;
  /** Called at the beginning of the end: sockets of theirs would keep the server open. */
  drain?: () => Promise<void>;
  /** Called once no request is under way any more. */
  close?: () => Promise<void>;
}

/** A server that can hold its port before there is anything behind it. */
export interface Door {
  server: Server;
  connections: ServerConnections;
  /** Until then callers hear 503 and are asked to come again. */
  open(handlers: Handlers): void;
}

export function createDoor(settings: Settings): Door {
  let answer = answerStarting;
  let handlers: Handlers | undefined;
  const connections = createServerConnections({ mostKept: mostKeptConnections });
  const options = {
    // A request without a body then needs no stream of one: a tenth of what a kept page costs.
    optimizeEmptyRequests: true,
    // Other upgrades, such as h2c, are offers that a server may pass over.
    shouldUpgradeCallback: isWebSocket,
    maxHeaderSize,
    ...timeouts(),
    ServerResponse: connections.ServerResponse,
  };
  const server = createServer(options, (request, response) => {
    const foreign = settings.localMode ? refuseForeign(request) : null;
    if (foreign) sayPlainly(response, 421, foreign);
    else answer(request, response);
  });
  connections.follow(server);
  limitConnections(server, settings.TRUSTED_PROXIES > 0);
  server.on('clientError', sendBadRequest);
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const foreign = settings.localMode ? refuseForeign(request) : null;
    if (foreign) refuseSocket(socket, 421, foreign);
    else if (handlers === undefined) refuseSocket(socket, 503, starting);
    else if (handlers.upgrade && protocolPath.test(request.url ?? '')) {
      const address = resolveClientAddress(request, settings.TRUSTED_PROXIES);
      void handlers.upgrade(request, socket, head, { address });
    } else if (!handlers.otherSockets) refuseSocket(socket, 404, 'There is no socket at this address.\n');
  });
  return {
    server,
    connections,
    open(opened) {
      handlers = opened;
      answer = route(settings, opened);
    },
  };
}

function refuseSocket(socket: Duplex, status: number, text: string): void {
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-type: text/plain; charset=utf-8`;
  // The caller may never close its half.
  socket.once('finish', () => socket.destroy());
  socket.end(`${head}\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
}

function sayPlainly(response: ServerResponse, status: number, text: string): void {
  response
    .writeHead(status, {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      connection: 'close',
    })
    .end(text);
}

const starting = 'The server is starting. Please try again in a moment.\n';

function answerStarting(_request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('retry-after', '1');
  // A client on another origin may read that it should try again.
  response.setHeader('access-control-allow-origin', '*');
  sayPlainly(response, 503, starting);
}

// Limits would count all visitors as one, the proxy.
const untrustedProxy =
  'a request came with X-Forwarded-For, but TRUSTED_PROXIES is 0: behind a proxy set it to the number of proxies';

function route(settings: Settings, { protocol, first, site }: Handlers) {
  const answerProtocol =
    protocol &&
    getRequestListener(
      async (request, bindings) => {
        const { incoming, outgoing } = bindings as HttpBindings;
        const address = resolveClientAddress(incoming, settings.TRUSTED_PROXIES);
        return sendBuffered(await protocol(request, { address }), outgoing);
      },
      { overrideGlobalObjects: false },
    );
  let warned = settings.TRUSTED_PROXIES > 0;
  return (request: IncomingMessage, response: ServerResponse): void => {
    const url = request.url ?? '/';
    if (!warned && request.headers['x-forwarded-for'] !== undefined) {
      warned = true;
      writeLog({ level: 'warn', event: 'proxy.untrusted', message: untrustedProxy });
    }
    for (const answer of first) if (answer(request, response)) return;
    if (answerProtocol && (protocolPath.test(url) || healthPath.test(url)))
      void answerProtocol(request, response);
    else site(request, response);
  };
}

/** Listens, or throws one line that names the setting and the fix. */
export function listen(server: Server, { HOST, PORT }: Settings): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason: Record<string, string> = {
        EADDRINUSE: `port ${PORT} is in use; stop what holds it, or choose another: PORT=${PORT + 1} npm start`,
        EACCES: `port ${PORT} may not be opened by this user; choose one above 1023: PORT=3000 npm start`,
        EADDRNOTAVAIL: `HOST ${HOST} is not an address of this machine; use 127.0.0.1 or 0.0.0.0`,
        ENOTFOUND: `HOST ${HOST} cannot be resolved; use an address such as 127.0.0.1`,
      };
      const fallback = `HOST ${HOST} and PORT ${PORT} cannot be opened (${error.code}); use HOST=127.0.0.1`;
      reject(new Error(reason[error.code ?? ''] ?? fallback));
    });
    server.listen(PORT, HOST, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : PORT);
    });
  });
}
