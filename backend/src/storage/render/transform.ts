// Parses the image transformation parameters: width, height, resize, quality, format.
import { z } from 'zod';
import { invalidStorageRequestError } from '../errors.ts';

const side = z.coerce.number().int().min(1).max(2500);

export const imageTransformSchema = z.object({
  width: side.optional(),
  height: side.optional(),
  resize: z.enum(['cover', 'contain', 'fill']).optional(),
  quality: z.coerce.number().int().min(20).max(100).optional(),
  /** `origin` keeps the original's format; without it, webp is sent if the client accepts it. */
  format: z.enum(['origin']).optional(),
});

export type ImageTransform = z.output<typeof imageTransformSchema>;

/** Throws InvalidRequest. */
export function parseImageTransform(values: Record<string, string>): ImageTransform {
  const result = imageTransformSchema.safeParse(values);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw invalidStorageRequestError(`querystring/${String(issue?.path[0])}: ${issue?.message}`);
}

const resizingTypes = { cover: 'fill', contain: 'fit', fill: 'force' } as const;

/** X-Transformations, e.g. "height:200,width:200,resizing_type:fill"; '' for none. */
export function describeImageTransform({ width, height, resize, quality, format }: ImageTransform): string {
  const parts = [
    height && `height:${height}`,
    width && `width:${width}`,
    (height || width || resize) && `resizing_type:${resizingTypes[resize ?? 'cover']}`,
    quality && `quality:${quality}`,
    format && `format:${format}`,
  ];
  return parts.filter(Boolean).join(',');
}

export function parseImageTransformDescription(text: string): ImageTransform {
  const pairs = new Map(text.split(',').map((part) => part.split(':') as [string, string]));
  const resize = Object.entries(resizingTypes).find(([, type]) => type === pairs.get('resizing_type'))?.[0];
  const { height, width, quality, format } = Object.fromEntries(pairs);
  return parseImageTransform(
    Object.fromEntries(
      Object.entries({ height, width, quality, format, resize }).filter(([, value]) => value !== undefined),
    ) as Record<string, string>,
  );
}
