// Creates the realtime service: sockets arrive at upgrade(), broadcasts by HTTP at handle(), messages from the database
// and other processes at the cluster bus.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { dropUnresponsiveConnections } from '../database/drop-connections.ts';
import { createPool } from '../database/pool.ts';
import { BackendError, httpError, serverStoppingError } from '../errors/backend-error.ts';
import { createFairSemaphore } from '../limits/fair-semaphore.ts';
import { PublicationCatalog } from './changes/catalog.ts';
import { ChangeFeed } from './changes/change-feed.ts';
import { pushChannelError, type RealtimeSocketConnection } from './client-channel.ts';
import { handleClientMessage } from './channels/handle-client-message.ts';
import { closeChannel, closeChannelWithError } from './channels/close-channel.ts';
import { PresenceTracker } from './channels/presence-tracker.ts';
import { startPermissionRechecks } from './channels/start-permission-rechecks.ts';
import { TopicRegistry } from './channels/topic-registry.ts';
import { defaultRealtimeLimits } from './config.ts';
import type { RealtimeContext } from './context.ts';
import { createClusterBus, type ClusterBusMessage } from './cluster/cluster-bus.ts';
import { createStoredMessageDelivery } from './channels/stored-message-delivery.ts';
import type { RealtimeDeps } from './deps.ts';
import { handleBroadcastRequest } from './http/handle-broadcast-request.ts';
import { createAddressQuotaRegistry } from './socket/address-quota-registry.ts';
import { socketCloseCodes } from './socket/connection.ts';
import { openSocket, rejectUpgrade } from './socket/open-socket.ts';

const largestFrame = 1024 * 1024;
const sweepEveryMs = 1_000;
const drainTimeoutMs = 2_000;
const joinSlots = { slots: 4, slotsPerKey: 2, timeoutMs: 5_000, maxQueue: 200 };

export function createRealtimeService(deps: RealtimeDeps) {
  const limits = { ...defaultRealtimeLimits, ...deps.limitOverrides };
  const { connection, log } = deps;
  const pool = createPool(connection, { max: 4 });
  const callerPool = createPool(connection, { max: 4, restingRole: 'authenticator' });
  const definerPool = createPool(connection, { max: 2 });
  const topics = new TopicRegistry();
  const catalog = new PublicationCatalog(pool);
  const connections = new Set<RealtimeSocketConnection>();
  const quotas = createAddressQuotaRegistry(limits);
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: largestFrame,
    perMessageDeflate: false,
    clientTracking: false,
  });
  const stored = createStoredMessageDelivery(pool, topics, log);
  let draining = false;

  const bus = createClusterBus({
    connection,
    pool,
    log,
    onMessage: receiveMessage,
    onNotification: (channel, payload) =>
      channel === 'realtime_changes' ? feed.receive(payload) : stored.receive(payload),
    onGap() {
      log({ level: 'warn', event: 'realtime.reconnected' });
      presence.publishOwn();
      feed.clear();
      for (const channel of topics.all())
        pushChannelError(channel, 'The database was away: messages may have been missed');
    },
    onUnresponsive: (scope) => dropUnresponsiveConnections(scope, [pool, callerPool, definerPool]),
    knownNodes: () => presence.nodes(),
    onNodeEnded: (node) => presence.removeNode(node),
  });
  const presence = new PresenceTracker({
    joined: topics,
    node: bus.node,
    maxBytes: limits.presenceBytes,
    publish: (message) => void bus.send(message),
  });
  const { catchUp } = bus;
  const feed: ChangeFeed = new ChangeFeed({
    pool: callerPool,
    ownerPool: pool,
    definerPool,
    catalog,
    catchUp,
    log,
  });
  const context: RealtimeContext = {
    deps,
    limits,
    callerPool,
    topics,
    presence,
    catalog,
    feed,
    bus,
    joins: createFairSemaphore(joinSlots),
  };

  function receiveMessage(node: string, message: ClusterBusMessage): void {
    if (message.kind === 'presence') presence.receive(node, message);
    else if (message.kind === 'who') presence.publishOwn();
    else if (message.kind === 'bye') presence.removeNode(node);
    else {
      const { name, isPrivate, event, json, bytes = '' } = message;
      const body = json === undefined ? { bytes: Buffer.from(bytes, 'base64') } : { json };
      topics.deliver({ name, isPrivate, event, body });
    }
  }

  function sweep(): void {
    const now = Date.now();
    let unsent = 0;
    for (const connection of connections) {
      unsent += connection.unsentBytes;
      if (now - connection.lastMessageAt > limits.silenceMs) connection.terminate();
      for (const channel of connection.channels.values()) {
        if (channel.caller.expiresAt <= now)
          closeChannelWithError(context, channel, 'InvalidJWTToken: Token has expired');
      }
    }
    if (unsent <= limits.allUnsentBytes) return;
    log({ level: 'warn', event: 'realtime.slow_consumers_dropped' });
    for (const one of [...connections].toSorted((a, b) => b.unsentBytes - a.unsentBytes)) {
      if (unsent <= limits.allUnsentBytes / 2) break;
      unsent -= one.unsentBytes;
      one.terminate();
    }
  }
  const sweepTimer = setInterval(sweep, sweepEveryMs).unref();
  const endRechecks = startPermissionRechecks(context, pool);

  function accept(connection: RealtimeSocketConnection): void {
    connections.add(connection);
    connection.listen(
      (message) => {
        try {
          handleClientMessage(context, connection, message);
        } catch (error) {
          log({
            level: 'error',
            event: 'realtime.message_failed',
            requestId: connection.requestId,
            code: (error as Error).name,
          });
          connection.close(socketCloseCodes.serverError, 'The message could not be handled');
        }
      },
      () => {
        connections.delete(connection);
        for (const channel of connection.channels.values())
          closeChannel(context, channel, { silently: true });
      },
    );
    if (draining) connection.close(socketCloseCodes.restart, 'The server is stopping');
  }

  async function drain(): Promise<void> {
    draining = true;
    for (const one of connections) one.close(socketCloseCodes.restart, 'The server is stopping');
    const timeout = setTimeout(() => {
      for (const one of connections) one.terminate();
    }, drainTimeoutMs);
    await Promise.all([...connections].map((one) => one.closed));
    clearTimeout(timeout);
  }

  return {
    /** HTTP under /realtime/v1. Throws BackendErrors. */
    async handle(request: Request) {
      if (!deps.config.enabled) throw disabled();
      return handleBroadcastRequest(context, request);
    },
    /** Opens a socket, or rejects it in HTTP. Never throws. */
    async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, address: string) {
      socket.on('error', () => socket.destroy());
      const requestId = randomUUID();
      const logEntry = {
        event: 'request.completed',
        requestId,
        method: 'GET',
        path: '/realtime/v1/websocket',
      };
      try {
        if (!deps.config.enabled) throw disabled();
        if (draining) throw serverStoppingError();
        accept(await openSocket(context, sockets, quotas, { request, socket, head, address, requestId }));
        log({ level: 'info', ...logEntry, status: 101 });
      } catch (error) {
        const rejection = error instanceof BackendError ? error : openFailed();
        rejectUpgrade(socket, rejection, requestId);
        log({
          level: rejection.status === 500 ? 'error' : 'info',
          ...logEntry,
          status: rejection.status,
          code: rejection.code,
        });
      }
    },
    invalidateSchema: () => catalog.invalidate(),
    stats: () => ({ sockets: connections.size, pool, callerPool }),
    /** Resolves once changes and messages of other processes are received. */
    ready: bus.ready,
    /** Accepts no more sockets and closes the open ones, so that their clients reconnect elsewhere. */
    drain,
    async close() {
      clearInterval(sweepTimer);
      await drain();
      presence.close();
      await Promise.all([feed.close(), stored.close(), bus.close(), endRechecks()]);
      await Promise.all([pool.end(), callerPool.end(), definerPool.end()]);
    },
  };
}

export type RealtimeService = ReturnType<typeof createRealtimeService>;

function disabled(): BackendError {
  return httpError(501, 'not_implemented', 'Realtime is switched off in supabase/config.toml');
}

function openFailed(): BackendError {
  return httpError(500, 'internal_error', 'The socket could not be opened');
}
