import { z } from 'zod';
import { parseBinding } from '../changes/bindings.ts';
import type { Binding } from '../changes/bindings.ts';
import type { RealtimeLimits } from '../config.ts';
import { Refused } from '../identify.ts';
import type { Inbound } from '../socket/frames.ts';

const flag = z.boolean().nullish();
// The database, which is asked about channels and tables, cannot hold the NUL character.
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

/** What a client asks for when it joins. */
export interface Join {
  name: string;
  token: string | undefined;
  isPrivate: boolean;
  acknowledges: boolean;
  hearsItself: boolean;
  presenceKey: string | undefined;
  seesPresence: boolean;
  bindings: Binding[];
  /** What the client compares its own list with: the same fields, and the id that changes will carry. */
  echo: object[];
}

const longestTopicBytes = 255;

/** Reads a join. Throws Refused. */
export function readJoin({ topic, payload }: Inbound, limits: RealtimeLimits): Join {
  const name = /^realtime:(.+)$/is.exec(topic)?.[1];
  if (name === undefined) throw new Refused('unmatched topic');
  if (Buffer.byteLength(topic) > longestTopicBytes) {
    throw new Refused(`TopicTooLong: A topic has at most ${longestTopicBytes} bytes`);
  }
  if (topic.includes('\0')) throw new Refused('InvalidTopic: A topic must not hold the NUL character');
  const parsed = schema.safeParse(payload ?? {});
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new Refused(`InvalidJoinPayload: ${issue?.path.join('.')}: ${issue?.message}`);
  }
  const { config, access_token: token } = parsed.data;
  if (config?.broadcast?.replay) {
    throw new Refused('ReplayNotOffered: This server does not replay stored messages yet');
  }
  const asked = config?.postgres_changes ?? [];
  if (asked.length > limits.bindingsPerChannel) {
    throw new Refused(
      `TooManyChanges: A channel listens to at most ${limits.bindingsPerChannel} kinds of changes`,
    );
  }
  const bindings = asked.map((binding, index) => parseBinding(binding, index + 1));
  return {
    name,
    token: token ?? undefined,
    isPrivate: config?.private ?? false,
    acknowledges: config?.broadcast?.ack ?? false,
    hearsItself: config?.broadcast?.self ?? false,
    presenceKey: config?.presence?.key || undefined,
    // Clients of before this setting want to see it.
    seesPresence: config?.presence?.enabled ?? true,
    bindings,
    echo: asked.map((binding, index) => ({ ...binding, id: index + 1 })),
  };
}
