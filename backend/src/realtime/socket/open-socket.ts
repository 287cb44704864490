// Accepts or rejects a WebSocket upgrade: API key, protocol version, limits per address.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocketServer } from 'ws';
import { BackendError, httpError } from '../../errors/backend-error.ts';
import { endSocketWithResponse } from '../../errors/json-response.ts';
import { clientIpKey } from '../../limits/client-ip-key.ts';
import type { RateLimitRule } from '../../limits/rate-limiter.ts';
import type { RealtimeContext } from '../context.ts';
import { resolveChannelCaller } from '../resolve-channel-caller.ts';
import { RealtimeProtocolError } from '../realtime-protocol-error.ts';
import type { AddressQuotaRegistry } from './address-quota-registry.ts';
import { SocketConnection } from './connection.ts';
import { frameVersions } from './frames.ts';

const rule: RateLimitRule = { name: 'realtime.connect', points: 300, windowS: 60 };

export interface SocketUpgrade {
  request: IncomingMessage;
  socket: Duplex;
  head: Buffer;
  address: string;
  requestId: string;
}

export function rejectUpgrade(socket: Duplex, error: BackendError, requestId: string): void {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'access-control-allow-origin': '*',
    'x-request-id': requestId,
    ...error.headers,
  };
  endSocketWithResponse(
    socket,
    error.status,
    headers,
    JSON.stringify({ code: error.code, message: error.message }),
  );
}

/** Throws a BackendError while the handshake can still be rejected. */
export async function openSocket<Channel>(
  context: RealtimeContext,
  server: WebSocketServer,
  quotas: AddressQuotaRegistry,
  upgrade: SocketUpgrade,
): Promise<SocketConnection<Channel>> {
  const { request, socket, head, requestId } = upgrade;
  const address = clientIpKey(upgrade.address);
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  if (!/^\/realtime\/v1\/websocket\/?$/.test(pathname)) {
    throw httpError(404, 'not_found', 'Sockets are opened at /realtime/v1/websocket');
  }
  await context.deps.limits.consume(rule, address);
  const key = searchParams.get('apikey') ?? String(request.headers['apikey'] ?? '');
  await checkKey(context, key);
  const asked = searchParams.get('vsn') ?? '1.0.0';
  const version = frameVersions.find((known) => known === asked);
  if (version === undefined) {
    throw httpError(
      400,
      'unknown_version',
      `vsn ${asked.slice(0, 20)}: this server speaks ${frameVersions.join(' and ')}`,
    );
  }
  if (socket.destroyed) throw httpError(400, 'gone', 'The caller went away');
  const quota = quotas.open(address);
  if (quota === undefined) {
    const error = {
      status: 429,
      code: 'too_many_sockets',
      message: 'Too many sockets are open from this address',
    };
    throw new BackendError({ ...error, headers: { 'retry-after': '10' } });
  }
  socket.once('close', releaseUnopened);
  function releaseUnopened(): void {
    quota?.release();
  }
  return new Promise((resolve) => {
    server.handleUpgrade(request, socket, head, (webSocket) => {
      socket.off('close', releaseUnopened);
      const handshake = { version, key, address, requestId };
      const onSlow = (): void =>
        context.deps.log({ level: 'warn', event: 'realtime.slow_consumer_dropped', requestId });
      resolve(new SocketConnection(webSocket, handshake, quota, context.limits, onSlow));
    });
  });
}

async function checkKey({ deps }: RealtimeContext, key: string): Promise<void> {
  try {
    await resolveChannelCaller(deps.resolveCaller, key, key);
  } catch (error) {
    if (!(error instanceof RealtimeProtocolError)) throw error;
    throw httpError(401, 'invalid_api_key', key === '' ? 'No API key found in request' : 'Invalid API key');
  }
}
