// What a client may say once its socket is open: this file is the map.
import { z } from 'zod';
import type { RealtimeContext } from '../context.ts';
import { identify, Refused } from '../identify.ts';
import type { Connection } from '../socket/connection.ts';
import { writeJson } from '../socket/frames.ts';
import type { Inbound } from '../socket/frames.ts';
import { callerKey } from './channel.ts';
import type { Channel } from './channel.ts';
import { expel, handleJoin, mayNot } from './handle-join.ts';
import { closeChannel } from './leave.ts';
import { readRights } from './rights.ts';
import { sendBroadcast } from './send-broadcast.ts';

export function handleMessage(context: RealtimeContext, connection: Connection, message: Inbound): void {
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
  if (event === 'broadcast') answer(connection, message, () => handleBroadcast(context, channel, message));
  else if (event === 'presence') answer(connection, message, () => handlePresence(context, channel, message));
  else if (event === 'access_token') void handleToken(context, channel, message);
  else connection.reply(message, 'error', { reason: `UnknownEvent: ${event.slice(0, 100)}` });
}

/** Does what a message asks for and answers it, unless it wants no answer. */
function answer(connection: Connection, message: Inbound, work: () => 'reply' | 'silence'): void {
  try {
    if (work() === 'reply') connection.reply(message, 'ok', {});
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    connection.reply(message, 'error', { reason: error.message });
  }
}

const broadcast = z.object({
  event: z.string(),
  payload: z.unknown().optional(),
  persist: z.unknown().optional(),
});

function handleBroadcast(context: RealtimeContext, channel: Channel, message: Inbound): 'reply' | 'silence' {
  const read = broadcast.safeParse(message.payload);
  if (!read.success) throw new Refused('InvalidBroadcast: A broadcast names its event');
  const { event, payload = {}, persist } = read.data;
  if (persist) throw new Refused('PersistNotOffered: This server does not store broadcasts of clients yet');
  if (!channel.rights.broadcast.write) throw new Refused(mayNot('write to', channel.name));
  const { name, isPrivate } = channel;
  const body = message.body ?? { json: writeJson(payload) };
  sendBroadcast(context, { name, isPrivate, event, body }, channel);
  return channel.acknowledges ? 'reply' : 'silence';
}

const track = z.object({ event: z.string(), payload: z.record(z.string(), z.unknown()).nullish() });

function handlePresence(context: RealtimeContext, channel: Channel, message: Inbound): 'reply' {
  const read = track.safeParse(message.payload);
  if (!read.success) throw new Refused('InvalidPresence: track takes an object');
  const { event, payload } = read.data;
  if (event.toLowerCase() === 'untrack') {
    context.presence.untrack(channel);
    return 'reply';
  }
  if (event.toLowerCase() !== 'track') throw new Refused('InvalidPresence: The event is track or untrack');
  if (!channel.rights.presence.write) throw new Refused(mayNot('write to', channel.name));
  const meta = payload ?? {};
  if (Buffer.byteLength(writeJson(meta)) > context.limits.payloadBytes) {
    throw new Refused(`PayloadTooLarge: A presence has at most ${context.limits.payloadBytes} bytes`);
  }
  // Who tracks wants to see the others.
  if (!channel.seesPresence && channel.rights.presence.read) {
    channel.seesPresence = true;
    context.presence.tellState(channel);
  }
  if (!context.presence.track(channel, meta)) {
    throw new Refused('TooManyPresences: This channel holds as many presences as it can');
  }
  return 'reply';
}

/** Another token for a channel: who it speaks for, until when, and what its policies say now. */
async function handleToken(context: RealtimeContext, channel: Channel, message: Inbound): Promise<void> {
  const { access_token: token } = (message.payload ?? {}) as { access_token?: unknown };
  if (typeof token !== 'string' || token === channel.latestToken) return;
  channel.latestToken = token;
  const { deps, callerPool, joins, feed } = context;
  const { connection } = channel;
  connection.spend(1);
  try {
    const identity = await identify(deps.resolveCaller, connection.key, token);
    let { rights } = channel;
    if (channel.isPrivate) {
      const leave = await joins.acquire(connection.address);
      try {
        rights = await readRights(callerPool, identity, channel.name);
      } finally {
        leave();
      }
    }
    // Another token has come meanwhile, and counts in place of this one.
    if (channel.latestToken !== token || channel.gone) return;
    if (!rights.broadcast.read) throw new Refused(mayNot('read from', channel.name));
    channel.rights = rights;
    const changed = callerKey(identity) !== callerKey(channel.identity);
    channel.identity = identity;
    if (changed) feed.regroup();
  } catch (error) {
    const reason =
      error instanceof Refused ? error.message : 'ServerBusy: The token could not be checked right now';
    expel(context, channel, reason);
  }
}
