// Endpoints that create, change or delete a bucket; those of config.toml.
import { isUuid } from '../../database/is-uuid.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { readStorageBody } from '../http/request-body.ts';
import { checkBucketName } from '../names.ts';
import {
  bucketNotEmptyError,
  invalidBucketNameError,
  noSuchBucketError,
  invalidStorageRequestError,
  storageNotImplementedError,
} from '../errors.ts';
import {
  authenticateOperation,
  queryStorage,
  objectOwnerOf,
  type BucketRequest,
  type StorageRequest,
} from '../storage-context.ts';
import { requireVisibleBucket } from './read-buckets.ts';
import { z } from 'zod';
import { parseByteSize, type StorageConfig } from '../config.ts';
import type { Pool } from 'pg';

export async function createBucket({ context, request }: StorageRequest): Promise<Response> {
  const operation = await authenticateOperation({ context, request }, 'storage.bucket.create');
  const input = await readStorageBody(request, bucketBody);
  rejectUnsupported(input);
  checkSizeLimit(input.file_size_limit, context.deps.config.file_size_limit);
  if (input.name === undefined) throw invalidBucketNameError();
  const name = checkBucketName(input.name);
  const owner = objectOwnerOf(operation.caller);
  await queryStorage(operation, {
    name: 'storage_create_bucket',
    text: `insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types, owner, owner_id)
           values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [
      checkBucketName(input.id ?? name),
      name,
      input.public ?? false,
      input.file_size_limit ?? null,
      input.allowed_mime_types ?? null,
      isUuid(owner) ? owner : null,
      owner,
    ],
  });
  return jsonResponse({ name });
}

export async function updateBucket({ context, request, bucket }: BucketRequest): Promise<Response> {
  const operation = await authenticateOperation({ context, request }, 'storage.bucket.update');
  const input = await readStorageBody(request, bucketBody);
  rejectUnsupported(input);
  checkSizeLimit(input.file_size_limit, context.deps.config.file_size_limit);
  const rows = await queryStorage(operation, {
    name: 'storage_update_bucket',
    text: `update storage.buckets set
             public = coalesce($2, public),
             file_size_limit = case when $3 then $4 else file_size_limit end,
             allowed_mime_types = case when $5 then $6::text[] else allowed_mime_types end
           where id = $1 returning id`,
    values: [
      checkBucketName(bucket),
      input.public ?? null,
      input.file_size_limit !== undefined,
      input.file_size_limit ?? null,
      input.allowed_mime_types !== undefined,
      input.allowed_mime_types ?? null,
    ],
  });
  if (rows.length === 0) throw noSuchBucketError();
  return jsonResponse({ message: 'Successfully updated' });
}

/** Throws BucketNotEmpty. */
export async function deleteBucket({ bucket, ...given }: BucketRequest): Promise<Response> {
  const operation = await authenticateOperation(given, 'storage.bucket.delete');
  await requireVisibleBucket(operation, bucket);
  try {
    const text = 'delete from storage.buckets where id = $1 returning id';
    const rows = await queryStorage(operation, { name: 'storage_delete_bucket', text, values: [bucket] });
    if (rows.length === 0) throw noSuchBucketError();
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    // Objects that the caller cannot see prevent it too.
    if (code === '23503' && /delete on table/.test(message)) throw bucketNotEmptyError();
    throw error;
  }
  return jsonResponse({ message: 'Successfully deleted' });
}

const size = z
  .union([z.int().min(0), z.string().max(50)])
  .nullish()
  .transform((value, context) => {
    if (value === undefined || value === null) return value;
    const bytes = parseByteSize(value);
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
const bucketBody = z.object({
  id: z.string().optional(),
  name: z.string().optional(),
  public: z.boolean().optional(),
  file_size_limit: size,
  allowed_mime_types: mimeTypes,
  type: z.string().optional(),
  versioning_status: z.string().optional(),
});

/** Throws NotImplemented. */
function rejectUnsupported({ type, versioning_status: versions }: z.output<typeof bucketBody>): void {
  if (type !== undefined && type !== 'STANDARD')
    throw storageNotImplementedError(`buckets of type ${type.slice(0, 50)}`);
  if (versions !== undefined && versions !== 'DISABLED')
    throw storageNotImplementedError('versions of objects');
}

/** Throws InvalidRequest. */
function checkSizeLimit(limit: number | null | undefined, serverLimit: number): void {
  if (limit && limit > serverLimit) {
    throw invalidStorageRequestError(
      `file_size_limit: this server takes objects of at most ${serverLimit} bytes`,
    );
  }
}

export async function upsertDeclaredBuckets(pool: Pool, { buckets }: StorageConfig): Promise<void> {
  for (const [name, bucket] of Object.entries(buckets)) {
    await pool.query(
      `insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
       values ($1, $1, $2, $3, $4)
       on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit,
         allowed_mime_types = excluded.allowed_mime_types
       where (buckets.public, buckets.file_size_limit, buckets.allowed_mime_types)
         is distinct from (excluded.public, excluded.file_size_limit, excluded.allowed_mime_types)`,
      [name, bucket.public, bucket.file_size_limit ?? null, bucket.allowed_mime_types ?? null],
    );
  }
}
