// A client's channel: its state, functions that send it events or system messages.
import type { ReadCounter } from '../database/rows-read.ts';
import type { Caller } from '../database/run-sql-as-caller.ts';
import type { ChangeBinding } from './changes/bindings.ts';
import type { ChannelCaller } from './resolve-channel-caller.ts';
import type { SocketConnection } from './socket/connection.ts';
import type { ChannelPermissions } from './channels/permissions.ts';

export type RealtimeSocketConnection = SocketConnection<ClientChannel>;

export interface ClientChannel {
  connection: RealtimeSocketConnection;
  /** With the client's prefix. */
  topic: string;
  /** Without the prefix, as in SQL and HTTP. */
  name: string;
  isPrivate: boolean;
  joinRef: string | null;
  caller: ChannelCaller;
  /** The newest token, checked or not. */
  latestToken: string;
  permissions: ChannelPermissions;
  acknowledges: boolean;
  receivesOwn: boolean;
  presenceKey: string;
  /** The key that the client asked for; empty if it was generated. Policies may examine it. */
  requestedPresenceKey: string;
  receivesPresence: boolean;
  bindings: readonly ChangeBinding[];
  reads: ReadCounter;
  /** Closed by leaving, by the server, or by a later join of the same topic. */
  closed: boolean;
}

export function pushMessage(channel: ClientChannel, event: string, payloadJson: string): void {
  if (channel.closed) return;
  const { connection, topic, joinRef } = channel;
  connection.sendMessage({ topic, event, joinRef }, payloadJson);
}

/** Counts a row that a message to this channel contains; of the first of these tables ("schema.table") that is counted. */
export function countSentRow({ reads, caller, connection }: ClientChannel, tables: readonly string[]): void {
  const table = tables.find((each) => reads.tables.has(each));
  if (table !== undefined) reads.report(caller, connection.address, new Map([[table, 1]]));
}

/** Sends a status message, which clients show in their logs. */
export function pushSystemMessage(
  channel: ClientChannel,
  status: 'ok' | 'error',
  message: string,
  extension = 'system',
): void {
  pushMessage(channel, 'system', JSON.stringify({ extension, status, message, channel: channel.name }));
}

/** Sends an error of the channel if messages may have been missed: the client joins again and refetches its data. */
export function pushChannelError(channel: ClientChannel, message: string): void {
  pushSystemMessage(channel, 'error', message);
  pushMessage(channel, 'phx_error', '{}');
}

/** A key that is the same for callers with the same role and claims, who may see the same rows. */
export function callerGroupKey({ role, claims }: Caller): string {
  return JSON.stringify([role, claims]);
}
