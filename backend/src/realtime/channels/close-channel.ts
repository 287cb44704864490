// Closes a channel, removes its change bindings, disconnects a client from it with a reason.
import type { RealtimeContext } from '../context.ts';
import { pushMessage, pushSystemMessage, type ClientChannel } from '../client-channel.ts';

export function closeChannel(
  { topics, presence, feed }: RealtimeContext,
  channel: ClientChannel,
  { silently = false } = {},
): void {
  if (channel.closed) return;
  if (!silently) pushMessage(channel, 'phx_close', '{}');
  channel.closed = true;
  const { channels } = channel.connection;
  if (channels.get(channel.topic) === channel) channels.delete(channel.topic);
  topics.remove(channel);
  presence.untrack(channel);
  removeChangeBindings(feed, channel);
}

export function removeChangeBindings(feed: RealtimeContext['feed'], channel: ClientChannel): void {
  if (channel.bindings.length === 0) return;
  feed.unsubscribe(channel);
  channel.connection.reserveBindings(-channel.bindings.length);
}

export function closeChannelWithError(
  context: RealtimeContext,
  channel: ClientChannel,
  reason: string,
): void {
  pushSystemMessage(channel, 'error', reason);
  pushMessage(channel, 'phx_close', '{}');
  closeChannel(context, channel, { silently: true });
}
