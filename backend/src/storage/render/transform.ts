import { z } from 'zod';
import { invalidRequest } from '../errors.ts';

const side = z.coerce.number().int().min(1).max(2500);

export const transformSchema = z.object({
  width: side.optional(),
  height: side.optional(),
  resize: z.enum(['cover', 'contain', 'fill']).optional(),
  quality: z.coerce.number().int().min(20).max(100).optional(),
  /** origin keeps the original's format; without it, webp is sent where the client accepts it. */
  format: z.enum(['origin']).optional(),
});

export type Transform = z.output<typeof transformSchema>;

/** Throws InvalidRequest. */
export function parseTransform(values: Record<string, string>): Transform {
  const result = transformSchema.safeParse(values);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw invalidRequest(`querystring/${String(issue?.path[0])}: ${issue?.message}`);
}

const resizingTypes = { cover: 'fill', contain: 'fit', fill: 'force' } as const;

/** X-Transformations, e.g. "height:200,width:200,resizing_type:fill"; '' for none. */
export function describeTransform({ width, height, resize, quality, format }: Transform): string {
  const parts = [
    height && `height:${height}`,
    width && `width:${width}`,
    (height || width || resize) && `resizing_type:${resizingTypes[resize ?? 'cover']}`,
    quality && `quality:${quality}`,
    format && `format:${format}`,
  ];
  return parts.filter(Boolean).join(',');
}

export function parseTransformDescription(text: string): Transform {
  const pairs = new Map(text.split(',').map((part) => part.split(':') as [string, string]));
  const resize = Object.entries(resizingTypes).find(([, type]) => type === pairs.get('resizing_type'))?.[0];
  const { height, width, quality, format } = Object.fromEntries(pairs);
  return parseTransform(
    Object.fromEntries(
      Object.entries({ height, width, quality, format, resize }).filter(([, value]) => value !== undefined),
    ) as Record<string, string>,
  );
}
