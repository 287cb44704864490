import { z } from 'zod';

/** Whose picture it becomes. A service's or an app's becomes a row of media; one for nobody yet is files alone. */
const owner = z.object({
  source: z.enum(['service', 'app']),
  id: z.uuid(),
  kind: z.string().trim().min(1).max(50),
  /** "" only for a picture that is said to be decoration */
  alt: z.string().trim().max(1000),
  isDecorative: z.boolean(),
});

/** What the browser asks for once the bytes are in the bucket `incoming`. */
export const uploadRequest = z.object({
  /** the name of the object in the caller's own folder, and the id of the row that is made of it */
  id: z.uuid(),
  owner: owner.nullable(),
});

export type UploadRequest = z.output<typeof uploadRequest>;
export type UploadOwner = NonNullable<UploadRequest['owner']>;

/** What the server answers: the picture's address, or a sentence that says what was wrong and what to do. */
export type UploadAnswer = { url: string } | { problem: string };
