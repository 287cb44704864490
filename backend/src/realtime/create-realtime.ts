// The realtime service: this file is its map. Sockets come in through upgrade(), broadcasts by HTTP through answer(),
// changes and messages of the database and of other processes through the crossing.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { dropSilent } from '../database/drop-connections.ts';
import { createPool } from '../database/pool.ts';
import { BackendError } from '../errors/backend-error.ts';
import { createFairSemaphore } from '../limits/fair-semaphore.ts';
import { Catalog } from './changes/catalog.ts';
import { ChangeFeed } from './changes/feed.ts';
import { createMoments } from './changes/snapshot.ts';
import { interrupt } from './channels/channel.ts';
import { expel } from './channels/handle-join.ts';
import { handleMessage } from './channels/handle-message.ts';
import { closeChannel } from './channels/leave.ts';
import { Presence } from './channels/presence.ts';
import { Topics } from './channels/topics.ts';
import { defaultLimits } from './config.ts';
import type { RealtimeContext } from './context.ts';
import { createCrossing } from './crossing/crossing.ts';
import type { CrossingMessage } from './crossing/messages.ts';
import { createStoredMessages } from './crossing/stored-messages.ts';
import type { RealtimeDeps } from './deps.ts';
import { answerBroadcast } from './http/answer-broadcast.ts';
import { createAddresses } from './socket/addresses.ts';
import { closing } from './socket/connection.ts';
import type { Connection } from './socket/connection.ts';
import { openSocket, refuseUpgrade } from './socket/open-socket.ts';

export interface Realtime {
  /** Answers everything under /realtime/v1 that is not a socket. Throws BackendErrors. */
  answer(request: Request): Promise<Response>;
  /** Opens a socket, or refuses it in HTTP. Never throws. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, address: string): Promise<void>;
  /** Tables, grants or the publication may have changed. */
  forgetSchema(): void;
  /** Resolves when changes and other processes are heard. */
  ready: Promise<void>;
  /** Lets nobody in any more and asks those who are here to come again: their clients connect elsewhere. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

const largestFrame = 1024 * 1024;
const lookEveryMs = 1_000;
const drainPatienceMs = 2_000;
const joins = { slots: 4, slotsPerKey: 2, timeoutMs: 5_000, maxQueue: 200 };

export function createRealtime(deps: RealtimeDeps): Realtime {
  const limits = { ...defaultLimits, ...deps.bounds };
  const { connection, log } = deps;
  const pool = createPool(connection, { max: 4 });
  const callerPool = createPool(connection, { max: 4, restingRole: 'authenticator' });
  const topics = new Topics();
  const catalog = new Catalog(pool);
  const connections = new Set<Connection>();
  const addresses = createAddresses(limits);
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: largestFrame,
    perMessageDeflate: false,
    clientTracking: false,
  });
  const stored = createStoredMessages(pool, topics, log);
  let draining = false;

  const crossing = createCrossing({
    connection,
    pool,
    log,
    onMessage: hearOther,
    onNotification: (channel, payload) =>
      channel === 'realtime_changes' ? feed.hear(payload) : stored.hear(payload),
    onGap() {
      log({ level: 'warn', event: 'realtime.gap' });
      presence.tellAll();
      for (const channel of topics.all())
        interrupt(channel, 'The database was away: messages may have been missed');
    },
    onSilence: (who) => dropSilent(who, [pool, callerPool]),
    knownNodes: () => presence.nodes(),
    onGone: (node) => presence.forgetNode(node),
  });
  const presence = new Presence({
    topics,
    node: crossing.node,
    mostBytes: limits.presenceBytes,
    tellOthers: (message) => void crossing.send(message),
  });
  const moments = createMoments(connection, () => feed.reset());
  const { hearUntilNow } = crossing;
  const feed: ChangeFeed = new ChangeFeed({ pool: callerPool, catalog, moments, hearUntilNow, log });
  const context: RealtimeContext = {
    deps,
    limits,
    callerPool,
    topics,
    presence,
    catalog,
    feed,
    crossing,
    joins: createFairSemaphore(joins),
  };

  function hearOther(node: string, message: CrossingMessage): void {
    if (message.kind === 'presence') presence.hear(node, message);
    else if (message.kind === 'who') presence.tellAll();
    else if (message.kind === 'bye') presence.forgetNode(node);
    else {
      const { name, isPrivate, event, json, bytes = '' } = message;
      const body = json === undefined ? { bytes: Buffer.from(bytes, 'base64') } : { json };
      topics.deliver({ name, isPrivate, event, body });
    }
  }

  /** Once a second: who has gone silent, whose token ended, and whether all together hold too much. */
  function look(): void {
    const now = Date.now();
    let unsent = 0;
    for (const one of connections) {
      unsent += one.unsentBytes;
      if (now - one.heardAt > limits.silenceMs) one.drop();
      for (const channel of one.channels.values()) {
        if (channel.identity.endsAt <= now) expel(context, channel, 'InvalidJWTToken: Token has expired');
      }
    }
    if (unsent <= limits.allUnsentBytes) return;
    log({ level: 'warn', event: 'realtime.slow_consumers_dropped' });
    for (const one of [...connections].toSorted((a, b) => b.unsentBytes - a.unsentBytes)) {
      if (unsent <= limits.allUnsentBytes / 2) break;
      unsent -= one.unsentBytes;
      one.drop();
    }
  }
  const looking = setInterval(look, lookEveryMs).unref();

  function welcome(one: Connection): void {
    connections.add(one);
    one.listen(
      (message) => {
        try {
          handleMessage(context, one, message);
        } catch (error) {
          log({
            level: 'error',
            event: 'realtime.message_failed',
            requestId: one.requestId,
            code: (error as Error).name,
          });
          one.close(closing.failed, 'The message could not be handled');
        }
      },
      () => {
        connections.delete(one);
        for (const channel of one.channels.values()) closeChannel(context, channel, { silently: true });
      },
    );
    if (draining) one.close(closing.restart, 'The server is stopping');
  }

  async function drain(): Promise<void> {
    draining = true;
    for (const one of connections) one.close(closing.restart, 'The server is stopping');
    const patience = setTimeout(() => {
      for (const one of connections) one.drop();
    }, drainPatienceMs);
    await Promise.all([...connections].map((one) => one.closed));
    clearTimeout(patience);
  }

  return {
    async answer(request) {
      if (!deps.config.enabled) throw switchedOff();
      return answerBroadcast(context, request);
    },
    async upgrade(request, socket, head, address) {
      socket.on('error', () => socket.destroy());
      const requestId = randomUUID();
      const answered = {
        event: 'request.answered',
        requestId,
        method: 'GET',
        path: '/realtime/v1/websocket',
      };
      try {
        if (!deps.config.enabled) throw switchedOff();
        if (draining) throw stopping();
        welcome(await openSocket(context, sockets, addresses, { request, socket, head, address, requestId }));
        log({ level: 'info', ...answered, status: 101 });
      } catch (error) {
        const told = error instanceof BackendError ? error : failed();
        refuseUpgrade(socket, told, requestId);
        log({
          level: told.status === 500 ? 'error' : 'info',
          ...answered,
          status: told.status,
          code: told.code,
        });
      }
    },
    forgetSchema: () => catalog.forget(),
    ready: crossing.ready,
    drain,
    async close() {
      clearInterval(looking);
      await drain();
      presence.close();
      await Promise.all([feed.close(), stored.close(), crossing.close()]);
      await Promise.all([pool.end(), callerPool.end()]);
    },
  };
}

function switchedOff(): BackendError {
  const message = 'Realtime is switched off in supabase/config.toml';
  return new BackendError({ status: 501, code: 'not_implemented', message });
}

function stopping(): BackendError {
  return new BackendError({
    status: 503,
    code: 'stopping',
    message: 'The server is stopping',
    headers: { 'retry-after': '1' },
  });
}

function failed(): BackendError {
  return new BackendError({ status: 500, code: 'internal_error', message: 'The socket could not be opened' });
}
