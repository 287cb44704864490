import { z } from 'zod';
import { parseBinding } from '../changes/bindings.ts';
import type { Binding } from '../changes/bindings.ts';
import type { RealtimeLimits } from '../config.ts';
import { ProtocolError } from '../protocol-error.ts';
import type { Inbound } from '../socket/frames.ts';

const flag = z.boolean().nullish();
// PostgreSQL cannot store NUL, and is queried about channels and tables.
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

export interface Join {
  name: string;
  token: string | undefined;
  isPrivate: boolean;
  acknowledges: boolean;
  receivesOwn: boolean;
  presenceKey: string | undefined;
  receivesPresence: boolean;
  bindings: Binding[];
  /** The client compares these with its own list: the same fields, and the id of later changes. */
  acceptedBindings: object[];
}

const longestTopicBytes = 255;

export function readJoin({ topic, payload }: Inbound, limits: RealtimeLimits): Join {
  const name = /^realtime:(.+)$/is.exec(topic)?.[1];
  if (name === undefined) throw new ProtocolError('unmatched topic');
  if (Buffer.byteLength(topic) > longestTopicBytes) {
    throw new ProtocolError(`TopicTooLong: A topic has at most ${longestTopicBytes} bytes`);
  }
  if (topic.includes('\0')) throw new ProtocolError('InvalidTopic: A topic must not hold the NUL character');
  const parsed = schema.safeParse(payload ?? {});
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ProtocolError(`InvalidJoinPayload: ${issue?.path.join('.')}: ${issue?.message}`);
  }
  const { config, access_token: token } = parsed.data;
  if (config?.broadcast?.replay) {
    throw new ProtocolError('ReplayNotOffered: This server does not replay stored messages yet');
  }
  const requested = config?.postgres_changes ?? [];
  if (requested.length > limits.bindingsPerChannel) {
    throw new ProtocolError(
      `TooManyChanges: A channel listens to at most ${limits.bindingsPerChannel} kinds of changes`,
    );
  }
  const bindings = requested.map((binding, index) => parseBinding(binding, index + 1));
  return {
    name,
    token: token ?? undefined,
    isPrivate: config?.private ?? false,
    acknowledges: config?.broadcast?.ack ?? false,
    receivesOwn: config?.broadcast?.self ?? false,
    presenceKey: config?.presence?.key || undefined,
    // Older clients do not send this setting and expect presence.
    receivesPresence: config?.presence?.enabled ?? true,
    bindings,
    acceptedBindings: requested.map((binding, index) => ({ ...binding, id: index + 1 })),
  };
}
