import { z } from 'zod';
import { invalidRequest } from '../errors.ts';

const side = z.coerce.number().int().min(1).max(2500);

export const transformSchema = z.object({
  width: side.optional(),
  height: side.optional(),
  resize: z.enum(['cover', 'contain', 'fill']).optional(),
  quality: z.coerce.number().int().min(20).max(100).optional(),
  /** origin keeps the format of the original; without it the reader's best is sent. */
  format: z.enum(['origin']).optional(),
});

export type Transform = z.output<typeof transformSchema>;

/** Reads the query of a render request. Throws InvalidRequest. */
export function parseTransform(values: Record<string, string>): Transform {
  const result = transformSchema.safeParse(values);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw invalidRequest(`querystring/${String(issue?.path[0])}: ${issue?.message}`);
}

const words = { cover: 'fill', contain: 'fit', fill: 'force' } as const;

/** A transform in the words of X-Transformations, e.g. "height:200,width:200,resizing_type:fill"; '' when it is empty. */
export function describeTransform({ width, height, resize, quality, format }: Transform): string {
  const parts = [
    height && `height:${height}`,
    width && `width:${width}`,
    (height || width || resize) && `resizing_type:${words[resize ?? 'cover']}`,
    quality && `quality:${quality}`,
    format && `format:${format}`,
  ];
  return parts.filter(Boolean).join(',');
}

/** The transform that `describeTransform` wrote, from a signed address. */
export function parseTransformDescription(text: string): Transform {
  const pairs = new Map(text.split(',').map((part) => part.split(':') as [string, string]));
  const resize = Object.entries(words).find(([, word]) => word === pairs.get('resizing_type'))?.[0];
  const { height, width, quality, format } = Object.fromEntries(pairs);
  return parseTransform(
    Object.fromEntries(
      Object.entries({ height, width, quality, format, resize }).filter(([, value]) => value !== undefined),
    ) as Record<string, string>,
  );
}
