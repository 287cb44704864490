// Dispatches a client's message by event: join, leave, broadcast, presence, access_token.
import { z } from 'zod';
import type { RealtimeContext } from '../context.ts';
import { resolveChannelCaller } from '../resolve-channel-caller.ts';
import { RealtimeProtocolError } from '../realtime-protocol-error.ts';
import { stringifyParsedJson, type InboundMessage } from '../socket/frames.ts';
import { callerGroupKey, type ClientChannel, type RealtimeSocketConnection } from '../client-channel.ts';
import { handleJoin } from './handle-join.ts';
import { closeChannel, closeChannelWithError } from './close-channel.ts';
import { readChannelPermissions, unauthorizedChannelMessage } from './permissions.ts';
import { sendBroadcast } from './send-broadcast.ts';

export function handleClientMessage(
  context: RealtimeContext,
  connection: RealtimeSocketConnection,
  message: InboundMessage,
): void {
  const { topic, event } = message;
  if (topic === 'phoenix') {
    if (event === 'heartbeat') connection.reply(message, 'ok', {});
    return;
  }
  if (event === 'phx_join') {
    void handleJoin(context, connection, message);
    return;
  }
  const channel = connection.channels.get(topic);
  if (event === 'phx_leave') {
    connection.joining.delete(topic);
    connection.reply(message, 'ok', {});
    if (channel) closeChannel(context, channel);
    return;
  }
  if (channel === undefined) {
    connection.reply(message, 'error', { reason: 'unmatched topic' });
    return;
  }
  if (event === 'broadcast') respond(connection, message, () => handleBroadcast(context, channel, message));
  else if (event === 'presence')
    respond(connection, message, () => handlePresence(context, channel, message));
  else if (event === 'access_token') void handleToken(context, channel, message);
  else connection.reply(message, 'error', { reason: `UnknownEvent: ${event.slice(0, 100)}` });
}

function respond(
  connection: RealtimeSocketConnection,
  message: InboundMessage,
  work: () => 'reply' | 'none',
): void {
  try {
    if (work() === 'reply') connection.reply(message, 'ok', {});
  } catch (error) {
    if (!(error instanceof RealtimeProtocolError)) throw error;
    connection.reply(message, 'error', { reason: error.message });
  }
}

const broadcast = z.object({
  event: z.string(),
  payload: z.unknown().optional(),
  persist: z.unknown().optional(),
});

function handleBroadcast(
  context: RealtimeContext,
  channel: ClientChannel,
  message: InboundMessage,
): 'reply' | 'none' {
  const read = broadcast.safeParse(message.payload);
  if (!read.success) throw new RealtimeProtocolError('InvalidBroadcast: A broadcast names its event');
  const { event, payload = {}, persist } = read.data;
  if (persist)
    throw new RealtimeProtocolError(
      'PersistNotOffered: This server does not store broadcasts of clients yet',
    );
  if (!channel.permissions.broadcast.write)
    throw new RealtimeProtocolError(unauthorizedChannelMessage('write to', channel.name));
  const { name, isPrivate } = channel;
  const body = message.body ?? { json: stringifyParsedJson(payload) };
  sendBroadcast(context, { name, isPrivate, event, body }, channel);
  return channel.acknowledges ? 'reply' : 'none';
}

const track = z.object({ event: z.string(), payload: z.record(z.string(), z.unknown()).nullish() });

function handlePresence(context: RealtimeContext, channel: ClientChannel, message: InboundMessage): 'reply' {
  const read = track.safeParse(message.payload);
  if (!read.success) throw new RealtimeProtocolError('InvalidPresence: track takes an object');
  const { event, payload } = read.data;
  if (event.toLowerCase() === 'untrack') {
    context.presence.untrack(channel);
    return 'reply';
  }
  if (event.toLowerCase() !== 'track')
    throw new RealtimeProtocolError('InvalidPresence: The event is track or untrack');
  if (!channel.permissions.presence.write)
    throw new RealtimeProtocolError(unauthorizedChannelMessage('write to', channel.name));
  const meta = payload ?? {};
  if (Buffer.byteLength(stringifyParsedJson(meta)) > context.limits.payloadBytes) {
    throw new RealtimeProtocolError(
      `PayloadTooLarge: A presence has at most ${context.limits.payloadBytes} bytes`,
    );
  }
  // A client that tracks its presence also receives the presence of others.
  if (!channel.receivesPresence && channel.permissions.presence.read) {
    channel.receivesPresence = true;
    context.presence.sendState(channel);
  }
  if (!context.presence.track(channel, meta)) {
    throw new RealtimeProtocolError('TooManyPresences: This channel holds as many presences as it can');
  }
  return 'reply';
}

async function handleToken(
  context: RealtimeContext,
  channel: ClientChannel,
  message: InboundMessage,
): Promise<void> {
  const { access_token: token } = (message.payload ?? {}) as { access_token?: unknown };
  if (typeof token !== 'string' || token === channel.latestToken) return;
  channel.latestToken = token;
  const { deps, callerPool, joins, feed } = context;
  const { connection } = channel;
  connection.consume(1);
  try {
    const caller = await resolveChannelCaller(deps.resolveCaller, connection.key, token);
    let { permissions } = channel;
    if (channel.isPrivate) {
      const release = await joins.acquire(connection.address);
      try {
        permissions = await readChannelPermissions(
          callerPool,
          caller,
          channel.name,
          channel.requestedPresenceKey,
        );
      } finally {
        release();
      }
    }
    // A later token arrived while this one was checked.
    if (channel.latestToken !== token || channel.closed) return;
    if (!permissions.broadcast.read)
      throw new RealtimeProtocolError(unauthorizedChannelMessage('read from', channel.name));
    channel.permissions = permissions;
    // The new token may belong to another account.
    if (!permissions.presence.write) context.presence.untrack(channel);
    const changed = callerGroupKey(caller) !== callerGroupKey(channel.caller);
    channel.caller = caller;
    if (changed) feed.regroup();
  } catch (error) {
    const reason =
      error instanceof RealtimeProtocolError
        ? error.message
        : 'ServerBusy: The token could not be checked right now';
    closeChannelWithError(context, channel, reason);
  }
}
