import type { Caller } from '../../database/as-caller.ts';
import type { Binding } from '../changes/bindings.ts';
import type { Identity } from '../identify.ts';
import type { Connection } from '../socket/connection.ts';
import type { Rights } from './rights.ts';

/** One topic joined by one connection. */
export interface Channel {
  connection: Connection;
  /** As the client names it, with its prefix. */
  topic: string;
  /** Without the prefix, as SQL and HTTP name it. */
  name: string;
  isPrivate: boolean;
  joinRef: string | null;
  identity: Identity;
  /** The token that came last, whether it is checked by now or not. */
  latestToken: string;
  rights: Rights;
  acknowledges: boolean;
  hearsItself: boolean;
  presenceKey: string;
  /** Whether it hears who is present. */
  seesPresence: boolean;
  bindings: readonly Binding[];
  /** Taken back by leaving, by closing, or by a later join of the same topic. */
  gone: boolean;
}

/** Says something on a channel. `payload` is JSON already. */
export function push(channel: Channel, event: string, payload: string): void {
  if (channel.gone) return;
  const { connection, topic, joinRef } = channel;
  connection.say({ topic, event, joinRef }, payload);
}

/** Tells a channel about itself, in the words that clients show in their logs. */
export function pushSystem(
  channel: Channel,
  status: 'ok' | 'error',
  message: string,
  extension = 'system',
): void {
  push(channel, 'system', JSON.stringify({ extension, status, message, channel: channel.name }));
}

/**
 * The channel may have missed something: its client is told why and joins again, which it reports as an error and then
 * as subscribed, so that what it shows is read again.
 */
export function interrupt(channel: Channel, message: string): void {
  pushSystem(channel, 'error', message);
  push(channel, 'phx_error', '{}');
}

/** Who a channel speaks for, as one text: equal for those who may be told the same. */
export function callerKey({ role, claims }: Caller): string {
  return JSON.stringify([role, claims]);
}
