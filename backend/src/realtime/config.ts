// Parses `[realtime]` of config.toml; the limits of sockets, channels, bindings, messages.
import { z } from 'zod';
import { parseConfigTable } from '../project/parse-table.ts';

const schema = z.object({
  enabled: z.boolean().default(true),
  /** Rejects public channels. The Supabase CLI has no such setting. */
  private_only: z.boolean().default(false),
});

export type RealtimeConfig = z.output<typeof schema>;

/** Returns the defaults without a table. Throws a StartupError that names the key. */
export function parseRealtimeConfig(table: unknown): RealtimeConfig {
  return parseConfigTable(schema, 'realtime', table ?? {});
}

/** Limits of one server process, for everything that a caller can make grow. */
export interface RealtimeLimits {
  sockets: number;
  socketsPerAddress: number;
  channelsPerSocket: number;
  bindingsPerChannel: number;
  /** Each binding may have its own filter, which is evaluated for every row that changes. */
  bindingsPerAddress: number;
  /** Limit of one socket; larger messages, joins and messages to many receivers count as several. */
  messagesPerSecond: number;
  addressMessagesPerSecond: number;
  /** Size of one broadcast or presence. */
  payloadBytes: number;
  /** Objects and keys of one message: each takes 10 µs to parse if all of them differ. */
  messageParts: number;
  /** Size of all presences of one topic. */
  presenceBytes: number;
  /** Unsent bytes of one consumer, which is disconnected above this. */
  unsentBytes: number;
  allUnsentBytes: number;
  /** How long a client may be silent; its heartbeats are more frequent. */
  silenceMs: number;
}

export const defaultRealtimeLimits: RealtimeLimits = {
  sockets: 10_000,
  socketsPerAddress: 200,
  channelsPerSocket: 100,
  bindingsPerChannel: 50,
  bindingsPerAddress: 1_000,
  messagesPerSecond: 100,
  addressMessagesPerSecond: 500,
  payloadBytes: 256 * 1024,
  messageParts: 20_000,
  presenceBytes: 1024 * 1024,
  unsentBytes: 2 * 1024 * 1024,
  allUnsentBytes: 128 * 1024 * 1024,
  silenceMs: 60_000,
};
