import { z } from 'zod';
import { invalidRequest, storageNotImplemented } from '../errors.ts';
import { parseSize } from './parse-size.ts';

const size = z
  .union([z.int().min(0), z.string().max(50)])
  .nullish()
  .transform((value, context) => {
    if (value === undefined || value === null) return value;
    const bytes = parseSize(value);
    if (bytes === null) context.addIssue('must be a number of bytes or a size such as "20mb"');
    return bytes;
  });

const mimeTypes = z
  .array(
    z.string().regex(/^(\*|[\w.+-]+\/(\*|[\w.+-]+))$/, 'must be media types such as image/png or image/*'),
  )
  .max(200)
  .nullish();

/** Absent fields stay unchanged. */
export const bucketBody = z.object({
  id: z.string().optional(),
  name: z.string().optional(),
  public: z.boolean().optional(),
  file_size_limit: size,
  allowed_mime_types: mimeTypes,
  type: z.string().optional(),
  versioning_status: z.string().optional(),
});

/** Throws NotImplemented. */
export function rejectUnsupported({ type, versioning_status: versions }: z.output<typeof bucketBody>): void {
  if (type !== undefined && type !== 'STANDARD')
    throw storageNotImplemented(`buckets of type ${type.slice(0, 50)}`);
  if (versions !== undefined && versions !== 'DISABLED') throw storageNotImplemented('versions of objects');
}

/** Throws InvalidRequest. */
export function checkSizeLimit(limit: number | null | undefined, serverLimit: number): void {
  if (limit && limit > serverLimit) {
    throw invalidRequest(`file_size_limit: this server takes objects of at most ${serverLimit} bytes`);
  }
}
