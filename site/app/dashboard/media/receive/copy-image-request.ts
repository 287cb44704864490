// The schema of a request to copy another site's image; the type of its response.
import { z } from 'zod';

export const copyImageRequestSchema = z.object({ address: z.url({ protocol: /^https?$/ }).max(2000) });

export type CopyImageRequest = z.output<typeof copyImageRequestSchema>;

/** The URL of the copy, or an error message for the user. */
export type CopyImageResponse = { url: string } | { problem: string };
