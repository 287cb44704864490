// Starts the HTTP server: routes requests to backend or site, checks Host, drains, closes.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import type { Backend } from './backend.ts';
import {
  maxHeaderSize,
  respondToClientError,
  sendIfBuffered,
  rejectSocket,
  sendErrorResponse,
  sendPlainTextAndClose,
} from './edge/responses.ts';
import { ByteCountingRequest, createBodyMemoryLimiter } from './edge/body-limits.ts';
import {
  limitConnections,
  endConnectionIfBodyStalls,
  endUnreadConnections,
  maxKeepAliveConnections,
  serverTimeoutOptions,
  type ConnectionLimits,
  createServerConnectionManager,
} from './edge/connections.ts';
import { recordPeerAddress, resolveClientAddress } from './edge/client-address.ts';
import { serviceNameOf } from './edge/middleware.ts';
import { createPipelineGate } from './edge/pipeline-gate.ts';
import { createUnsentByteLimiter, type WritingResponse } from './edge/unsent-bytes.ts';
import { type LogWriter, redactPathForLog } from './errors/log-entry.ts';
import { copyRequestId } from './errors/request-id.ts';

export interface HttpServerOptions {
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** File descriptor of a listening socket that was opened for this process: connections wait in it until accept(). */
  socket?: number | undefined;
  /** Number of trusted proxies in front, whose X-Forwarded-For entries are used. */
  trustedProxies?: number;
  limits?: ConnectionLimits;
  /** Called first, for requests and sockets: a returned reason denies them with 421. */
  denyRequest?: (request: IncomingMessage) => string | null;
  /** Called first for every request that is not a socket. */
  onRequest?: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  log?: LogWriter;
  /** Removes secrets from a path before it is logged. */
  redactPathForLog?: (path: string) => string;
}

/** Handles the paths of the protocol. A Backend is one. */
export type BackendHandler = Pick<Backend, 'fetch'> & Partial<Pick<Backend, 'upgrade' | 'drain'>>;

/** Responds and returns true, or returns false for the next handler. Synchronous, because it runs for every request. */
export type RequestInterceptor = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Handles every other path. */
export interface SiteHandlers {
  /** Handlers tried in order before everything else: cached pages, built files. They handle no path of the protocol. */
  first: RequestInterceptor[];
  handle: (request: IncomingMessage, response: ServerResponse) => void;
  /** Whether another listener of `server` handles upgrades outside the protocol. */
  takesUpgrades?: boolean;
  /** Called when the shutdown begins, because open sockets would delay it. */
  drain?: () => Promise<void>;
}

export interface HttpServer {
  server: Server;
  port: number;
  /** e.g. http://127.0.0.1:54321 */
  url: string;
  /**
   * Before serve() is called, every request gets 503 with Retry-After. Without a site, the protocol gets every path.
   */
  serve(protocol: BackendHandler | null, site?: SiteHandlers): void;
  /** Starts to accept the connections of `socket`; other servers accept from the start. */
  accept(): Promise<void>;
  /** Still serves requests, each as the last one of its connection; sockets are asked to reconnect elsewhere. */
  drain(): Promise<void>;
  /** Resolves when requests in progress have ended or were cut off after `limitMs`. */
  close(limitMs?: number): Promise<void>;
  cut(): void;
}

const defaultCloseMs = 10_000;
const healthPath = /^\/(healthz|readyz)(\?|$)/;
const starting = 'The server is starting. Please try again in a moment.\n';

/** Rejects with the error of Node's `listen`. */
export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const { host, port, socket, trustedProxies = 0, limits, onRequest, log } = options;
  const { denyRequest = () => null, redactPathForLog: pathForLog = redactPathForLog } = options;
  const clientOf = (request: IncomingMessage): { address: string } => ({
    address: resolveClientAddress(request, trustedProxies),
  });
  function explainDenied(request: IncomingMessage): string | null {
    const reason = denyRequest(request);
    if (reason !== null)
      log?.({ level: 'warn', event: 'request.denied', message: reason.trimEnd(), status: 421 });
    return reason;
  }
  let respond = sendStarting;
  let upgrade = (_request: IncomingMessage, socket: Duplex, _head: Buffer): void =>
    rejectSocket(socket, 503, starting);
  let drainAll = (): Promise<unknown> => Promise.resolve();
  let draining: Promise<unknown> | undefined;

  const connections = createServerConnectionManager({ maxKept: maxKeepAliveConnections });
  const server = createServer(
    {
      // A request without a body then needs no stream, which saves a tenth of what a cached page costs.
      optimizeEmptyRequests: true,
      // Other upgrades, such as h2c, are offers that a server may ignore.
      shouldUpgradeCallback: isWebSocket,
      maxHeaderSize,
      // Checked below: health checks of load balancers may have none.
      requireHostHeader: false,
      ...serverTimeoutOptions(limits),
      IncomingMessage: ByteCountingRequest,
      ServerResponse: connections.ServerResponse,
    },
    (request, response) => {
      try {
        pipelines.begin(request, response);
        recordPeerAddress(request);
        receive(request, response);
      } catch (error) {
        sendErrorResponse(error, request, response, log, pathForLog);
      }
    },
  );

  const pipelines = createPipelineGate(limits?.discardMs);
  const limitHeld = createBodyMemoryLimiter(server, limits?.bodies);
  const limitUnsent = createUnsentByteLimiter(limits?.unsent);

  function receive(request: ByteCountingRequest, response: WritingResponse): void {
    limitUnsent(response, () => clientOf(request).address);
    endConnectionIfBodyStalls(server, request, response, limits);
    limitHeld(request, response, clientOf(request).address);
    onRequest?.(request, response);
    const isHealthCheck = healthPath.test(request.url ?? '');
    const hostProblem = findHostProblem(request, isHealthCheck);
    const reason = isHealthCheck || hostProblem ? null : explainDenied(request);
    if (hostProblem !== null) sendPlainTextAndClose(response, 400, hostProblem);
    else if (reason !== null) sendPlainTextAndClose(response, 421, reason);
    else respond(request, response);
  }

  connections.follow(server);
  pipelines.follow(server);
  limitConnections(server, trustedProxies > 0, limits);
  endUnreadConnections(server, pipelines.isResponding, limits);
  server.on('clientError', (error, socket) => {
    pipelines.discard(socket);
    // A second response would be read as part of the first.
    if (!connections.endAfterResponse(socket)) respondToClientError(error, socket);
  });
  server.on('upgrade', (request, socket, head) => {
    pipelines.detach(socket);
    recordPeerAddress(request);
    socket.on('error', () => socket.destroy());
    try {
      const hostProblem = findHostProblem(request, false);
      const reason = hostProblem ?? explainDenied(request);
      if (reason !== null) rejectSocket(socket, hostProblem === null ? 421 : 400, reason);
      else upgrade(request, socket, head);
    } catch {
      socket.destroy();
    }
  });
  server.on('connect', (_request, socket) => {
    pipelines.discard(socket);
    rejectSocket(socket, 405, 'This server is no proxy.\n');
  });
  // Node would respond by itself, without the limits.
  server.on('checkExpectation', (request, response) => {
    pipelines.begin(request, response);
    sendPlainTextAndClose(response, 417, 'The only expectation that this server meets is 100-continue.\n');
  });
  if (socket === undefined) await listen(server, { host, port });
  const address = server.address() as AddressInfo | null;

  return {
    server,
    port: address?.port ?? port,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address?.port ?? port}`,
    serve(protocol, site) {
      respond = warnOfProxy(trustedProxies, log, routeRequests(protocol, site, clientOf));
      upgrade = (request, socket, head) => {
        if (protocol?.upgrade && (!site || serviceNameOf(request.url ?? '')))
          protocol.upgrade(request, socket, head, clientOf(request)).catch(() => socket.destroy());
        else if (!site?.takesUpgrades) rejectSocket(socket, 404, 'There is no socket at this address.\n');
      };
      drainAll = () => Promise.all([protocol?.drain?.(), site?.drain?.()]);
    },
    async accept() {
      if (socket !== undefined) await listen(server, { fd: socket });
    },
    async drain() {
      connections.announceEnd();
      await (draining ??= drainAll());
    },
    async close(limitMs = defaultCloseMs) {
      await Promise.all([connections.end(limitMs), (draining ??= drainAll())]);
    },
    cut: connections.cut,
  };
}

type ListenTarget = { host: string; port: number } | { fd: number };

function listen(server: Server, options: ListenTarget): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, resolve);
  });
}

/** A name or an address, with a port. As RFC 3986 allows, the port may be empty and IPv6 have a zone. */
const hostForm = /^(?:[\w.-]+|\[[\da-f:.]+(?:%25[\w.~-]+)?\])(?::\d{0,5})?$/i;
/** What URL() does not accept; it names no other host. */
const zoneOrEmptyPort = /%25[^\]]+|:$/g;

/**
 * Null if the request names one host. HTTP/1.0 and health checks of load balancers may omit it, but handlers need one. Of
 * several, programs in front may have read another one than this server.
 */
function findHostProblem(request: IncomingMessage, isHealthCheck: boolean): string | null {
  const { headers, rawHeaders, httpVersion } = request;
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') count += 1;
  if (count > 1) return 'A request names one Host, not several.\n';
  if (headers.host && !isHealthCheck) {
    if (!hostForm.test(headers.host)) return 'The Host of this request is not the name of a host.\n';
    headers.host = headers.host.replaceAll(zoneOrEmptyPort, '');
    return null;
  }
  if (httpVersion !== '1.0' && !isHealthCheck) return 'A request of HTTP/1.1 names its Host.\n';
  headers.host = 'localhost';
  return null;
}

function isWebSocket(request: IncomingMessage): boolean {
  return request.headers.upgrade?.toLowerCase() === 'websocket';
}

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

function routeRequests(
  protocol: BackendHandler | null,
  site: SiteHandlers | undefined,
  clientOf: (request: IncomingMessage) => { address: string },
): Respond {
  const respondProtocol =
    protocol &&
    getRequestListener(
      async (request, bindings) => {
        const { incoming, outgoing } = bindings as HttpBindings;
        copyRequestId(incoming, request);
        return sendIfBuffered(await protocol.fetch(request, clientOf(incoming)), outgoing);
      },
      { overrideGlobalObjects: false },
    );
  return (request, response) => {
    const url = request.url ?? '/';
    for (const handler of site?.first ?? []) if (handler(request, response)) return;
    if (respondProtocol && (!site || serviceNameOf(url) || healthPath.test(url)))
      void respondProtocol(request, response);
    else site?.handle(request, response);
  };
}

// Without TRUSTED_PROXIES, limits would count all visitors as one client, the proxy.
const untrustedProxy =
  'a request came with X-Forwarded-For, but TRUSTED_PROXIES is 0: behind a proxy set it to the number of proxies';

function warnOfProxy(trustedProxies: number, log: LogWriter | undefined, respond: Respond): Respond {
  let hasWarned = trustedProxies > 0;
  return (request, response) => {
    if (!hasWarned && request.headers['x-forwarded-for'] !== undefined) {
      hasWarned = true;
      log?.({ level: 'warn', event: 'proxy.untrusted', message: untrustedProxy });
    }
    respond(request, response);
  };
}

function sendStarting(_request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('retry-after', '1');
  // Lets a client of another origin read that it should retry.
  response.setHeader('access-control-allow-origin', '*');
  sendPlainTextAndClose(response, 503, starting);
}
