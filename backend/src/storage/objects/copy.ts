import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { findBucket } from '../buckets/find-bucket.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { readJson } from '../http/read-json.ts';
import { missingBlob } from '../errors.ts';
import { authenticate, ownerOf } from '../storage-context.ts';
import type { StorageContext } from '../storage-context.ts';
import { checkObjectLimits } from './object-limits.ts';
import { readTransfer, transferBody } from './move.ts';
import { findObject } from './object-row.ts';
import type { ObjectMetadata, ObjectRow } from './object-row.ts';
import { readMetadataHeader } from './receive-file.ts';
import { writeRow } from './store-upload.ts';

const body = transferBody.extend({
  copyMetadata: z.boolean().default(true),
  metadata: z
    .object({
      cacheControl: z
        .string()
        .regex(/^[\w\-=", ]{1,200}$/)
        .optional(),
      mimetype: z.string().optional(),
    })
    .optional(),
});

/** The caller must be allowed to read the source and write the destination. */
export async function copy(context: StorageContext, request: Request): Promise<Response> {
  const { deps, blobs, orphans } = context;
  const operation = await authenticate(context, request, 'storage.object.copy');
  const input = await readJson(request, body);
  const { bucket, name, toBucket, toName } = readTransfer(input);
  const source = await findObject(context, operation, bucket, name);
  const limits = await findBucket(context, request, toBucket);
  const metadata = describeCopy(source, input);
  checkObjectLimits(
    { size: metadata.size ?? 0, type: metadata.mimetype ?? 'application/octet-stream' },
    limits,
    deps.config.file_size_limit,
  );
  const userMetadata = input.copyMetadata ? source.user_metadata : readMetadataHeader(request);
  const mode = request.headers.get('x-upsert') === 'true' ? 'upsert' : 'create';
  const plan = { operation, bucket: toBucket, name: toName, mode, owner: ownerOf(operation.caller) } as const;
  const version = randomUUID();
  const bytes = metadata.size ?? 0;
  await context.reserve({ version, owner: plan.owner, bytes, unwritten: bytes });
  try {
    if (!(await blobs.duplicate(source.version ?? '', version))) throw missingBlob();
    const id = await writeRow(context, plan, { id: randomUUID(), version, metadata, userMetadata });
    return jsonResponse({
      Id: id,
      Key: `${toBucket}/${toName}`,
      bucket_id: toBucket,
      name: toName,
      version,
      metadata,
    });
  } catch (error) {
    await orphans.release(version);
    throw error;
  } finally {
    context.collectOrphans();
  }
}

function describeCopy(
  { metadata }: ObjectRow,
  { copyMetadata, metadata: given }: z.output<typeof body>,
): Partial<ObjectMetadata> {
  const copied = { ...metadata, lastModified: new Date().toISOString() };
  if (copyMetadata) return copied;
  return {
    ...copied,
    cacheControl: given?.cacheControl ?? 'no-cache',
    mimetype: given?.mimetype ?? copied.mimetype ?? 'application/octet-stream',
  };
}
