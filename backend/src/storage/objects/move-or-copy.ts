// Endpoints that move or copy an object.
import { z } from 'zod';
import { readBucketSettings, checkObjectLimits } from '../buckets/read-buckets.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { readStorageBody } from '../http/request-body.ts';
import { checkBucketName, checkObjectKey } from '../names.ts';
import { noSuchKeyError, storageNotImplementedError, missingBlobError } from '../errors.ts';
import {
  authenticateOperation,
  queryStorage,
  type StorageRequest,
  objectOwnerOf,
} from '../storage-context.ts';
import { requireVisibleObject, writeObjectRow, type ObjectMetadata, type ObjectRow } from './object-row.ts';
import { randomUUID } from 'node:crypto';
import { readMetadataHeader } from './receive-file.ts';

const transferBody = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationKey: z.string(),
  destinationBucket: z.string().nullish(),
  sourceVersionId: z.unknown().optional(),
});

/** Throws InvalidKey, InvalidBucketName or NotImplemented. */
function readTransfer(input: z.output<typeof transferBody>) {
  if (input.sourceVersionId !== undefined) throw storageNotImplementedError('versions of objects');
  return {
    bucket: checkBucketName(input.bucketId),
    name: checkObjectKey(input.sourceKey),
    toBucket: checkBucketName(input.destinationBucket ?? input.bucketId),
    toName: checkObjectKey(input.destinationKey),
  };
}

/** Changes the name or bucket; the file stays. */
export async function moveObject({ context, request }: StorageRequest): Promise<Response> {
  const operation = await authenticateOperation({ context, request }, 'storage.object.move');
  const { bucket, name, toBucket, toName } = readTransfer(await readStorageBody(request, transferBody));
  if (toBucket !== bucket) {
    const { metadata } = await requireVisibleObject(operation, { bucket, name });
    const limits = await readBucketSettings({ context, request, bucket: toBucket });
    const type = metadata?.mimetype ?? 'application/octet-stream';
    checkObjectLimits({ size: metadata?.size ?? 0, type }, limits, context.deps.config.file_size_limit);
  }
  const rows = await queryStorage(operation, {
    name: 'storage_move',
    text: `update storage.objects set bucket_id = $3, name = $4 where bucket_id = $1 and name = $2 returning id`,
    values: [bucket, name, toBucket, toName],
  });
  if (rows.length === 0) throw noSuchKeyError();
  context.deps.notifyCommit(['storage.objects']);
  return jsonResponse({ message: 'Successfully moved' });
}

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
export async function copyObject({ context, request }: StorageRequest): Promise<Response> {
  const { deps, blobs, orphans } = context;
  const operation = await authenticateOperation({ context, request }, 'storage.object.copy');
  const input = await readStorageBody(request, body);
  const { bucket, name, toBucket, toName } = readTransfer(input);
  const source = await requireVisibleObject(operation, { bucket, name });
  const limits = await readBucketSettings({ context, request, bucket: toBucket });
  const metadata = describeCopy(source, input);
  checkObjectLimits(
    { size: metadata.size ?? 0, type: metadata.mimetype ?? 'application/octet-stream' },
    limits,
    deps.config.file_size_limit,
  );
  const userMetadata = input.copyMetadata ? source.user_metadata : readMetadataHeader(request);
  const mode = request.headers.get('x-upsert') === 'true' ? 'upsert' : 'create';
  const plan = {
    operation,
    bucket: toBucket,
    name: toName,
    mode,
    owner: objectOwnerOf(operation.caller),
  } as const;
  const version = randomUUID();
  const bytes = metadata.size ?? 0;
  await context.reserve({ version, owner: plan.owner, bytes, unwritten: bytes });
  try {
    if (!(await blobs.duplicate(source.version ?? '', version))) throw missingBlobError();
    const id = await writeObjectRow(plan, { id: randomUUID(), version, metadata, userMetadata });
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
