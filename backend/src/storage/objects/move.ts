import { z } from 'zod';
import { findBucket } from '../buckets/find-bucket.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { readJson } from '../http/read-json.ts';
import { checkBucketName, checkKey } from '../names.ts';
import { noSuchKey, storageNotImplemented } from '../errors.ts';
import { authenticate, query } from '../storage-context.ts';
import type { StorageContext } from '../storage-context.ts';
import { checkObjectLimits } from './object-limits.ts';
import { findObject } from './object-row.ts';

export const transferBody = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationKey: z.string(),
  destinationBucket: z.string().nullish(),
  sourceVersionId: z.unknown().optional(),
});

/** Throws InvalidKey and the like. */
export function readTransfer(input: z.output<typeof transferBody>) {
  if (input.sourceVersionId !== undefined) throw storageNotImplemented('versions of objects');
  return {
    bucket: checkBucketName(input.bucketId),
    name: checkKey(input.sourceKey),
    toBucket: checkBucketName(input.destinationBucket ?? input.bucketId),
    toName: checkKey(input.destinationKey),
  };
}

/** Changes the name or bucket; the file stays. */
export async function move(context: StorageContext, request: Request): Promise<Response> {
  const operation = await authenticate(context, request, 'storage.object.move');
  const { bucket, name, toBucket, toName } = readTransfer(await readJson(request, transferBody));
  if (toBucket !== bucket) {
    const { metadata } = await findObject(context, operation, bucket, name);
    const limits = await findBucket(context, request, toBucket);
    const type = metadata?.mimetype ?? 'application/octet-stream';
    checkObjectLimits({ size: metadata?.size ?? 0, type }, limits, context.deps.config.file_size_limit);
  }
  const rows = await query(context, operation, {
    name: 'storage_move',
    text: `update storage.objects set bucket_id = $3, name = $4 where bucket_id = $1 and name = $2 returning id`,
    values: [bucket, name, toBucket, toName],
  });
  if (rows.length === 0) throw noSuchKey();
  context.deps.notifyCommit(['storage.objects']);
  return jsonResponse({ message: 'Successfully moved' });
}
