// Handles phx_join: parses the payload, authorizes the caller, adds the channel.
import { randomUUID } from 'node:crypto';
import { DatabaseError } from 'pg';
import { BackendError } from '../../errors/backend-error.ts';
import { checkChangeBindings } from '../changes/check-change-bindings.ts';
import { resolveChannelCaller } from '../resolve-channel-caller.ts';
import { RealtimeProtocolError } from '../realtime-protocol-error.ts';
import type { RealtimeContext } from '../context.ts';
import type { InboundMessage } from '../socket/frames.ts';
import { pushSystemMessage, type ClientChannel, type RealtimeSocketConnection } from '../client-channel.ts';
import { closeChannel, removeChangeBindings } from './close-channel.ts';
import { allChannelPermissions, readChannelPermissions, unauthorizedChannelMessage } from './permissions.ts';
import { z } from 'zod';
import { parseChangeBinding, type ChangeBinding } from '../changes/bindings.ts';
import type { RealtimeLimits } from '../config.ts';

/** Points of the message rate that a join costs. */
const joinPoints = 5;

/** Never throws: the client gets the reason in the reply. */
export async function handleJoin(
  context: RealtimeContext,
  connection: RealtimeSocketConnection,
  message: InboundMessage,
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
      throw new RealtimeProtocolError('ChannelRateLimitReached: Too many channels');
    }
    const join = readJoin(message, context.limits);
    const { channel, unreadableTables } = await authorizeJoin(context, connection, message, join);
    if (isAbandoned()) return;
    if (join.bindings.length > 0) await listenToChanges(context, channel);
    if (isAbandoned()) {
      removeChangeBindings(context.feed, channel);
      return;
    }
    addChannel(context, channel, message, join);
    if (join.bindings.length > 0)
      pushSystemMessage(channel, ...subscriptionStatus(channel, unreadableTables), 'postgres_changes');
  } catch (error) {
    if (isAbandoned()) return;
    connection.reply(message, 'error', { reason: errorReason(context, connection, error) });
  } finally {
    if (connection.joining.get(message.topic) === attempt) connection.joining.delete(message.topic);
  }
}

/** Throws a RealtimeProtocolError when the address has too many bindings. */
async function listenToChanges({ feed }: RealtimeContext, channel: ClientChannel): Promise<void> {
  if (!channel.connection.reserveBindings(channel.bindings.length)) {
    throw new RealtimeProtocolError(
      'TooManyChanges: Too many kinds of changes are listened to from this address',
    );
  }
  try {
    await feed.subscribe(channel);
  } catch (error) {
    removeChangeBindings(feed, channel);
    throw error;
  }
}

interface Join {
  name: string;
  token: string | undefined;
  isPrivate: boolean;
  acknowledges: boolean;
  receivesOwn: boolean;
  /** Empty if one is to be generated. */
  presenceKey: string;
  receivesPresence: boolean;
  bindings: ChangeBinding[];
  /** The client compares these with its own list: the same fields, and the id that later changes contain. */
  acceptedBindings: object[];
}

async function authorizeJoin(
  context: RealtimeContext,
  connection: RealtimeSocketConnection,
  message: InboundMessage,
  join: Join,
): Promise<{ channel: ClientChannel; unreadableTables: string[] }> {
  const { deps, callerPool, catalog } = context;
  if (!join.isPrivate && deps.config.private_only) {
    throw new RealtimeProtocolError('PrivateOnly: This project only allows private channels');
  }
  const caller = await resolveChannelCaller(deps.resolveCaller, connection.key, join.token ?? connection.key);
  const asksDatabase = join.isPrivate || join.bindings.length > 0;
  const release = asksDatabase ? await context.joins.acquire(connection.address) : () => {};
  try {
    const permissions = join.isPrivate
      ? await readChannelPermissions(callerPool, caller, join.name, join.presenceKey)
      : allChannelPermissions;
    if (!permissions.broadcast.read)
      throw new RealtimeProtocolError(unauthorizedChannelMessage('read from', join.name));
    const { unreadableTables } = await checkChangeBindings(callerPool, catalog, join.bindings, caller);
    const channel: ClientChannel = {
      connection,
      topic: message.topic,
      name: join.name,
      isPrivate: join.isPrivate,
      joinRef: message.joinRef ?? message.ref,
      caller,
      latestToken: caller.token,
      permissions,
      acknowledges: join.acknowledges,
      receivesOwn: join.receivesOwn,
      presenceKey: join.presenceKey || randomUUID(),
      requestedPresenceKey: join.presenceKey,
      receivesPresence: join.receivesPresence,
      bindings: join.bindings,
      reads: context.deps.reads,
      closed: false,
    };
    return { channel, unreadableTables };
  } finally {
    release();
  }
}

function addChannel(
  context: RealtimeContext,
  channel: ClientChannel,
  message: InboundMessage,
  join: Join,
): void {
  const { connection } = channel;
  connection.channels.set(channel.topic, channel);
  context.topics.add(channel);
  connection.reply(message, 'ok', { postgres_changes: join.acceptedBindings });
  if (channel.receivesPresence && channel.permissions.presence.read) context.presence.sendState(channel);
}

function subscriptionStatus(
  { caller }: ClientChannel,
  unreadableTables: readonly string[],
): ['ok' | 'error', string] {
  if (unreadableTables.length === 0) return ['ok', 'Subscribed to PostgreSQL'];
  return [
    'error',
    `The role ${caller.role} may not read ${unreadableTables.join(', ')}: its changes will not be delivered`,
  ];
}

function errorReason(
  { deps }: RealtimeContext,
  { requestId }: RealtimeSocketConnection,
  error: unknown,
): string {
  if (error instanceof RealtimeProtocolError) return error.message;
  if (!(error instanceof BackendError)) {
    const code = error instanceof DatabaseError ? error.code : (error as Error).name;
    deps.log({ level: 'error', event: 'realtime.join_failed', requestId, code: code ?? '' });
  }
  return 'ServerBusy: The channel could not be joined right now. Try again in a moment.';
}

const flag = z.boolean().nullish();
// PostgreSQL cannot store NUL, and these texts are used in its queries.
const text = z.string().refine((value) => !value.includes('\0'), 'must not hold the NUL character');

const schema = z.object({
  config: z
    .object({
      broadcast: z.object({ ack: flag, self: flag, replay: z.unknown().optional() }).nullish(),
      presence: z.object({ key: text.max(255).nullish(), enabled: flag }).nullish(),
      postgres_changes: z
        .array(
          z.object({
            event: text,
            schema: text.nullish(),
            table: text.nullish(),
            filter: text.max(2000).nullish(),
            select: z.unknown().optional(),
          }),
        )
        .nullish(),
      private: flag,
    })
    .nullish(),
  access_token: z.string().nullish(),
});

const longestTopicBytes = 255;

function readJoin({ topic, payload }: InboundMessage, limits: RealtimeLimits): Join {
  const name = /^realtime:(.+)$/is.exec(topic)?.[1];
  if (name === undefined) throw new RealtimeProtocolError('unmatched topic');
  if (Buffer.byteLength(topic) > longestTopicBytes) {
    throw new RealtimeProtocolError(`TopicTooLong: A topic has at most ${longestTopicBytes} bytes`);
  }
  if (topic.includes('\0'))
    throw new RealtimeProtocolError('InvalidTopic: A topic must not hold the NUL character');
  const parsed = schema.safeParse(payload ?? {});
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new RealtimeProtocolError(`InvalidJoinPayload: ${issue?.path.join('.')}: ${issue?.message}`);
  }
  const { config, access_token: token } = parsed.data;
  if (config?.broadcast?.replay) {
    throw new RealtimeProtocolError('ReplayNotOffered: This server does not replay stored messages yet');
  }
  const requested = config?.postgres_changes ?? [];
  if (requested.length > limits.bindingsPerChannel) {
    throw new RealtimeProtocolError(
      `TooManyChanges: A channel listens to at most ${limits.bindingsPerChannel} kinds of changes`,
    );
  }
  const bindings = requested.map((binding, index) => parseChangeBinding(binding, index + 1));
  return {
    name,
    token: token ?? undefined,
    isPrivate: config?.private ?? false,
    acknowledges: config?.broadcast?.ack ?? false,
    receivesOwn: config?.broadcast?.self ?? false,
    presenceKey: config?.presence?.key ?? '',
    // Older clients do not send this setting and expect presence.
    receivesPresence: config?.presence?.enabled ?? true,
    bindings,
    acceptedBindings: requested.map((binding, index) => ({ ...binding, id: index + 1 })),
  };
}
