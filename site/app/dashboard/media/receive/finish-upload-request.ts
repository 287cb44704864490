// The schema of an upload request; the types of its response.
import { z } from 'zod';
import type { LogoBackground } from '../../../agency/agency-logo.ts';

/** The record of the picture, which gets a row of media; null for files without a row. */
const owner = z.object({
  source: z.enum(['service', 'app']),
  id: z.uuid(),
  kind: z.string().trim().min(1).max(50),
  /** "" only if decorative */
  alt: z.string().trim().max(1000),
  isDecorative: z.boolean(),
});

/** Requests the picture once the bytes are in the bucket `incoming`. */
export const finishUploadRequestSchema = z.object({
  /** the object's name in the caller's folder, which is also the id of the new row */
  id: z.uuid(),
  owner: owner.nullable(),
  /** of the file, for the library */
  name: z.string().trim().max(200).default(''),
  /** a logo keeps its flat colours, and may be a drawing (SVG) */
  isLogo: z.boolean().default(false),
});

export type FinishUploadRequest = z.output<typeof finishUploadRequestSchema>;

export type UploadOwner = NonNullable<FinishUploadRequest['owner']>;

export interface FinishedUpload {
  url: string;
  /** only the first frame of the file was kept */
  wasAnimated: boolean;
  /** only for a logo */
  ground?: LogoBackground;
}

/** The picture's URL, or an error message for the user. */
export type FinishUploadResponse = FinishedUpload | { problem: string };
