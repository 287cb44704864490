import { z } from 'zod';

const entry = z.object({ ref: z.string(), key: z.string(), meta: z.string() });

/** `meta` is the JSON of an object. */
export type PresenceEntry = z.output<typeof entry>;

const schema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('broadcast'),
    name: z.string(),
    isPrivate: z.boolean(),
    event: z.string(),
    /** JSON, or bytes in base64. */
    json: z.string().optional(),
    bytes: z.string().optional(),
  }),
  z.object({
    kind: z.literal('presence'),
    topic: z.string(),
    joins: z.array(entry),
    leaves: z.array(entry),
  }),
  /** Asks the others for their presences, when a process begins to listen. */
  z.object({ kind: z.literal('who') }),
  z.object({ kind: z.literal('bye') }),
]);

export type ClusterMessage = z.output<typeof schema>;

/** Undefined for a message of another version. */
export function parseClusterMessage(message: unknown): ClusterMessage | undefined {
  return schema.safeParse(message).data;
}
