import { randomUUID } from 'node:crypto';
import { DatabaseError } from 'pg';
import { BackendError } from '../../errors/backend-error.ts';
import { checkBindings } from '../changes/check-bindings.ts';
import { identify, Refused } from '../identify.ts';
import type { RealtimeContext } from '../context.ts';
import type { Connection } from '../socket/connection.ts';
import type { Inbound } from '../socket/frames.ts';
import { push, pushSystem } from './channel.ts';
import type { Channel } from './channel.ts';
import { closeChannel, forgetBindings } from './leave.ts';
import { readJoin } from './read-join.ts';
import type { Join } from './read-join.ts';
import { everyRight, readRights } from './rights.ts';

/** What a join costs of the budget of messages. */
const joinPoints = 5;

/** Answers a join. What goes wrong is told to the client as the reason; it never throws. */
export async function handleJoin(
  context: RealtimeContext,
  connection: Connection,
  message: Inbound,
): Promise<void> {
  connection.spend(joinPoints);
  const attempt = Symbol(message.topic);
  connection.joining.set(message.topic, attempt);
  /** Whether the client has left or joined again meanwhile, or is gone. */
  function isOver(): boolean {
    return !connection.isOpen || connection.joining.get(message.topic) !== attempt;
  }
  try {
    const known = connection.channels.get(message.topic);
    if (known) closeChannel(context, known);
    if (connection.channels.size + connection.joining.size > context.limits.channelsPerSocket) {
      throw new Refused('ChannelRateLimitReached: Too many channels');
    }
    const join = readJoin(message, context.limits);
    const { channel, unreadable } = await admit(context, connection, message, join);
    if (isOver()) return;
    if (join.bindings.length > 0) await listenToChanges(context, channel);
    if (isOver()) {
      forgetBindings(context.feed, channel);
      return;
    }
    enter(context, channel, message, join);
    if (join.bindings.length > 0) pushSystem(channel, ...wordsOf(channel, unreadable), 'postgres_changes');
  } catch (error) {
    if (isOver()) return;
    connection.reply(message, 'error', { reason: reasonOf(context, connection, error) });
  } finally {
    if (connection.joining.get(message.topic) === attempt) connection.joining.delete(message.topic);
  }
}

/** Throws Refused when the address listens to as much as it may. */
async function listenToChanges({ feed }: RealtimeContext, channel: Channel): Promise<void> {
  if (!channel.connection.takeBindings(channel.bindings.length)) {
    throw new Refused('TooManyChanges: Too many kinds of changes are listened to from this address');
  }
  try {
    await feed.subscribe(channel);
  } catch (error) {
    forgetBindings(feed, channel);
    throw error;
  }
}

/** Decides whether a join is allowed. Throws Refused. */
async function admit(
  context: RealtimeContext,
  connection: Connection,
  message: Inbound,
  join: Join,
): Promise<{ channel: Channel; unreadable: string[] }> {
  const { deps, callerPool, catalog } = context;
  if (!join.isPrivate && deps.config.private_only) {
    throw new Refused('PrivateOnly: This project only allows private channels');
  }
  const identity = await identify(deps.resolveCaller, connection.key, join.token ?? connection.key);
  const asksDatabase = join.isPrivate || join.bindings.length > 0;
  const leave = asksDatabase ? await context.joins.acquire(connection.address) : () => {};
  try {
    const rights = join.isPrivate ? await readRights(callerPool, identity, join.name) : everyRight;
    if (!rights.broadcast.read) throw new Refused(mayNot('read from', join.name));
    const unreadable = await checkBindings(callerPool, catalog, join.bindings, identity);
    const channel: Channel = {
      connection,
      topic: message.topic,
      name: join.name,
      isPrivate: join.isPrivate,
      joinRef: message.joinRef ?? message.ref,
      identity,
      latestToken: identity.token,
      rights,
      acknowledges: join.acknowledges,
      hearsItself: join.hearsItself,
      presenceKey: join.presenceKey ?? randomUUID(),
      seesPresence: join.seesPresence,
      bindings: join.bindings,
      gone: false,
    };
    return { channel, unreadable };
  } finally {
    leave();
  }
}

export function mayNot(what: 'read from' | 'write to', name: string): string {
  return `Unauthorized: You do not have permissions to ${what} this Channel topic: ${name}`;
}

function enter(context: RealtimeContext, channel: Channel, message: Inbound, join: Join): void {
  const { connection } = channel;
  connection.channels.set(channel.topic, channel);
  context.topics.add(channel);
  connection.reply(message, 'ok', { postgres_changes: join.echo });
  if (channel.seesPresence && channel.rights.presence.read) context.presence.tellState(channel);
}

function wordsOf({ identity }: Channel, unreadable: readonly string[]): ['ok' | 'error', string] {
  if (unreadable.length === 0) return ['ok', 'Subscribed to PostgreSQL'];
  return [
    'error',
    `The role ${identity.role} may not read ${unreadable.join(', ')}: nothing of it will be told`,
  ];
}

function reasonOf({ deps }: RealtimeContext, { requestId }: Connection, error: unknown): string {
  if (error instanceof Refused) return error.message;
  if (!(error instanceof BackendError)) {
    const code = error instanceof DatabaseError ? error.code : (error as Error).name;
    deps.log({ level: 'error', event: 'realtime.join_failed', requestId, code: code ?? '' });
  }
  return 'ServerBusy: The channel could not be joined right now. Try again in a moment.';
}

/** Ends a channel for a reason that its client is told. */
export function expel(context: RealtimeContext, channel: Channel, reason: string): void {
  pushSystem(channel, 'error', reason);
  push(channel, 'phx_close', '{}');
  closeChannel(context, channel, { silently: true });
}
