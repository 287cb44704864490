import type { Caller } from '../database/run-as-caller.ts';
import type { Binding } from './changes/bindings.ts';
import type { Identity } from './identify.ts';
import type { Connection } from './socket/connection.ts';
import type { Permissions } from './channels/permissions.ts';

export type ClientConnection = Connection<Channel>;

export interface Channel {
  connection: ClientConnection;
  /** With the client's prefix. */
  topic: string;
  /** Without the prefix, as in SQL and HTTP. */
  name: string;
  isPrivate: boolean;
  joinRef: string | null;
  identity: Identity;
  /** Checked or not. */
  latestToken: string;
  permissions: Permissions;
  acknowledges: boolean;
  receivesOwn: boolean;
  presenceKey: string;
  receivesPresence: boolean;
  bindings: readonly Binding[];
  /** By leaving, by closing, or by a later join of the same topic. */
  closed: boolean;
}

export function push(channel: Channel, event: string, payloadJson: string): void {
  if (channel.closed) return;
  const { connection, topic, joinRef } = channel;
  connection.sendMessage({ topic, event, joinRef }, payloadJson);
}

/** Clients show status messages in their logs. */
export function pushSystem(
  channel: Channel,
  status: 'ok' | 'error',
  message: string,
  extension = 'system',
): void {
  push(channel, 'system', JSON.stringify({ extension, status, message, channel: channel.name }));
}

/** When something may have been missed: the client joins again and refetches what it shows. */
export function interrupt(channel: Channel, message: string): void {
  pushSystem(channel, 'error', message);
  push(channel, 'phx_error', '{}');
}

/** Equal for callers who may see the same. */
export function callerKey({ role, claims }: Caller): string {
  return JSON.stringify([role, claims]);
}
