// Endpoints that remove objects, one, many or all of a bucket.
import { z } from 'zod';
import type { SqlStatement } from '../../database/run-sql-as-caller.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { readStorageBody } from '../http/request-body.ts';
import { checkBucketName, checkBucketAndObjectKey } from '../names.ts';
import { noSuchKeyError, storageNotImplementedError } from '../errors.ts';
import {
  authenticateOperation,
  queryStorage,
  type BucketRequest,
  type ObjectRequest,
  type StorageOperation,
} from '../storage-context.ts';
import { requireVisibleBucket } from '../buckets/read-buckets.ts';

const body = z.object({
  prefixes: z
    .array(z.union([z.string().max(1024), z.object({ path: z.string(), versionId: z.string() })]))
    .min(1)
    .max(1000),
});

/** Removes those that the caller may remove; returns their rows. */
export async function removeObjects({ bucket, ...given }: BucketRequest): Promise<Response> {
  const operation = await authenticateOperation(given, 'storage.object.delete_many');
  const { prefixes } = await readStorageBody(given.request, body);
  const names = prefixes.map((entry) => {
    if (typeof entry !== 'string') throw storageNotImplementedError('versions of objects');
    return entry;
  });
  return jsonResponse(await remove(operation, removal(checkBucketName(bucket), names)));
}

export async function removeObject(object: ObjectRequest): Promise<Response> {
  const operation = await authenticateOperation(object, 'storage.object.delete');
  checkBucketAndObjectKey(object);
  const rows = await remove(operation, removal(object.bucket, [object.name]));
  if (rows.length === 0) throw noSuchKeyError();
  return jsonResponse({ message: 'Successfully deleted' });
}

/** A trigger records the files of deleted rows; they are deleted afterwards. */
async function remove(operation: StorageOperation, statement: SqlStatement): Promise<unknown[]> {
  const { context } = operation;
  const rows = await queryStorage(operation, statement);
  if (rows.length > 0) {
    context.deps.notifyCommit(['storage.objects']);
    context.collectOrphans();
  }
  return rows;
}

function removal(bucket: string, names: string[]): SqlStatement {
  return {
    name: 'storage_remove',
    text: `delete from storage.objects where bucket_id = $1 and name = any($2)
           returning name, bucket_id, owner, owner_id, id, version, updated_at, created_at, last_accessed_at, metadata,
             user_metadata`,
    values: [bucket, names],
  };
}

const batchSize = 5_000;

/** Removes the objects that the caller may remove, before the response is sent. */
export async function emptyBucket({ bucket, ...given }: BucketRequest): Promise<Response> {
  const operation = await authenticateOperation(given, 'storage.bucket.empty');
  await requireVisibleBucket(operation, bucket);
  const statement = {
    text: `delete from storage.objects where id in (
             select id from storage.objects where bucket_id = $1 limit ${batchSize}
           ) returning id`,
    values: [bucket],
  };
  while ((await remove(operation, statement)).length === batchSize);
  return jsonResponse({ message: 'Empty bucket has been queued. Completion may take up to an hour.' });
}
