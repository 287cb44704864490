import type { BucketLimits } from '../buckets/read-buckets.ts';
import { tooLarge, wrongType } from '../errors.ts';

const mediaType = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}(\s*;[\x20-\x7e]{0,200})?$/;

/** Throws InvalidMimeType, also for a malformed media type. */
export function checkContentType(type: string, { allowed_mime_types: allowed }: BucketLimits): void {
  if (!mediaType.test(type)) throw wrongType(type.slice(0, 100));
  if (allowed === null || allowed.length === 0) return;
  const bare = type.split(';')[0]?.trim().toLowerCase() ?? '';
  const family = `${bare.split('/')[0]}/*`;
  const matches = allowed.some((entry) => [bare, family, '*/*', '*'].includes(entry.trim().toLowerCase()));
  if (!matches) throw wrongType(bare);
}

export function maxObjectBytes(bucket: BucketLimits, serverLimit: number): number {
  return Math.min(serverLimit, bucket.file_size_limit ?? serverLimit);
}

/** Throws EntityTooLarge or InvalidMimeType. */
export function checkObjectLimits(
  { size, type }: { size: number; type: string },
  bucket: BucketLimits,
  serverLimit: number,
): void {
  checkContentType(type, bucket);
  if (size > maxObjectBytes(bucket, serverLimit)) throw tooLarge();
}
