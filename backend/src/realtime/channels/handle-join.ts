import { randomUUID } from 'node:crypto';
import { DatabaseError } from 'pg';
import { BackendError } from '../../errors/backend-error.ts';
import { checkBindings } from '../changes/check-bindings.ts';
import { identify } from '../identify.ts';
import { ProtocolError } from '../protocol-error.ts';
import type { RealtimeContext } from '../context.ts';
import type { Inbound } from '../socket/frames.ts';
import { pushSystem } from '../channel.ts';
import type { Channel, ClientConnection } from '../channel.ts';
import { closeChannel, removeBindings } from './close-channel.ts';
import { readJoin } from './read-join.ts';
import type { Join } from './read-join.ts';
import { allPermissions, readPermissions, unauthorizedMessage } from './permissions.ts';

/** What a join costs of the message rate. */
const joinPoints = 5;

/** Never throws: the client gets the reason in the reply. */
export async function handleJoin(
  context: RealtimeContext,
  connection: ClientConnection,
  message: Inbound,
): Promise<void> {
  connection.consume(joinPoints);
  const attempt = Symbol(message.topic);
  connection.joining.set(message.topic, attempt);
  function isAbandoned(): boolean {
    return !connection.isOpen || connection.joining.get(message.topic) !== attempt;
  }
  try {
    const known = connection.channels.get(message.topic);
    if (known) closeChannel(context, known);
    if (connection.channels.size + connection.joining.size > context.limits.channelsPerSocket) {
      throw new ProtocolError('ChannelRateLimitReached: Too many channels');
    }
    const join = readJoin(message, context.limits);
    const { channel, unreadable } = await authorizeJoin(context, connection, message, join);
    if (isAbandoned()) return;
    if (join.bindings.length > 0) await listenToChanges(context, channel);
    if (isAbandoned()) {
      removeBindings(context.feed, channel);
      return;
    }
    addChannel(context, channel, message, join);
    if (join.bindings.length > 0)
      pushSystem(channel, ...subscriptionStatus(channel, unreadable), 'postgres_changes');
  } catch (error) {
    if (isAbandoned()) return;
    connection.reply(message, 'error', { reason: errorReason(context, connection, error) });
  } finally {
    if (connection.joining.get(message.topic) === attempt) connection.joining.delete(message.topic);
  }
}

/** Throws a ProtocolError when the address has too many bindings. */
async function listenToChanges({ feed }: RealtimeContext, channel: Channel): Promise<void> {
  if (!channel.connection.reserveBindings(channel.bindings.length)) {
    throw new ProtocolError('TooManyChanges: Too many kinds of changes are listened to from this address');
  }
  try {
    await feed.subscribe(channel);
  } catch (error) {
    removeBindings(feed, channel);
    throw error;
  }
}

async function authorizeJoin(
  context: RealtimeContext,
  connection: ClientConnection,
  message: Inbound,
  join: Join,
): Promise<{ channel: Channel; unreadable: string[] }> {
  const { deps, callerPool, catalog } = context;
  if (!join.isPrivate && deps.config.private_only) {
    throw new ProtocolError('PrivateOnly: This project only allows private channels');
  }
  const identity = await identify(deps.resolveCaller, connection.key, join.token ?? connection.key);
  const asksDatabase = join.isPrivate || join.bindings.length > 0;
  const release = asksDatabase ? await context.joins.acquire(connection.address) : () => {};
  try {
    const permissions = join.isPrivate
      ? await readPermissions(callerPool, identity, join.name)
      : allPermissions;
    if (!permissions.broadcast.read) throw new ProtocolError(unauthorizedMessage('read from', join.name));
    const unreadable = await checkBindings(callerPool, catalog, join.bindings, identity);
    const channel: Channel = {
      connection,
      topic: message.topic,
      name: join.name,
      isPrivate: join.isPrivate,
      joinRef: message.joinRef ?? message.ref,
      identity,
      latestToken: identity.token,
      permissions,
      acknowledges: join.acknowledges,
      receivesOwn: join.receivesOwn,
      presenceKey: join.presenceKey ?? randomUUID(),
      receivesPresence: join.receivesPresence,
      bindings: join.bindings,
      closed: false,
    };
    return { channel, unreadable };
  } finally {
    release();
  }
}

function addChannel(context: RealtimeContext, channel: Channel, message: Inbound, join: Join): void {
  const { connection } = channel;
  connection.channels.set(channel.topic, channel);
  context.topics.add(channel);
  connection.reply(message, 'ok', { postgres_changes: join.acceptedBindings });
  if (channel.receivesPresence && channel.permissions.presence.read) context.presence.sendState(channel);
}

function subscriptionStatus({ identity }: Channel, unreadable: readonly string[]): ['ok' | 'error', string] {
  if (unreadable.length === 0) return ['ok', 'Subscribed to PostgreSQL'];
  return [
    'error',
    `The role ${identity.role} may not read ${unreadable.join(', ')}: its changes will not be delivered`,
  ];
}

function errorReason({ deps }: RealtimeContext, { requestId }: ClientConnection, error: unknown): string {
  if (error instanceof ProtocolError) return error.message;
  if (!(error instanceof BackendError)) {
    const code = error instanceof DatabaseError ? error.code : (error as Error).name;
    deps.log({ level: 'error', event: 'realtime.join_failed', requestId, code: code ?? '' });
  }
  return 'ServerBusy: The channel could not be joined right now. Try again in a moment.';
}
