import type { RealtimeContext } from '../context.ts';
import { push } from './channel.ts';
import type { Channel } from './channel.ts';

/** Takes a channel out of everything it was in, and tells its client unless that knows already. */
export function closeChannel(
  { topics, presence, feed }: RealtimeContext,
  channel: Channel,
  { silently = false } = {},
): void {
  if (channel.gone) return;
  if (!silently) push(channel, 'phx_close', '{}');
  channel.gone = true;
  const { channels } = channel.connection;
  if (channels.get(channel.topic) === channel) channels.delete(channel.topic);
  topics.remove(channel);
  presence.untrack(channel);
  forgetBindings(feed, channel);
}

/** The channel hears of changes no more. */
export function forgetBindings(feed: RealtimeContext['feed'], channel: Channel): void {
  if (channel.bindings.length === 0) return;
  feed.unsubscribe(channel);
  channel.connection.takeBindings(-channel.bindings.length);
}
