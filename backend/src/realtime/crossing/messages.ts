import { z } from 'zod';

const person = z.object({ ref: z.string(), key: z.string(), meta: z.string() });

/** One presence: who, and what it said of itself, as the JSON of an object. */
export type Person = z.output<typeof person>;

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
    joins: z.array(person),
    leaves: z.array(person),
  }),
  /** A process that has just begun to listen asks the others who is present with them. */
  z.object({ kind: z.literal('who') }),
  z.object({ kind: z.literal('bye') }),
]);

/** What processes say to each other. */
export type CrossingMessage = z.output<typeof schema>;

/** Reads what another process said; undefined when it is of another version. */
export function readCrossingMessage(message: unknown): CrossingMessage | undefined {
  return schema.safeParse(message).data;
}
