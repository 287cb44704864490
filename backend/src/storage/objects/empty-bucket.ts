import { requireVisibleBucket } from '../buckets/find-bucket.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { authenticate } from '../storage-context.ts';
import type { StorageContext } from '../storage-context.ts';
import { remove } from './remove.ts';

const batchSize = 5_000;

/** Removes the objects that the caller may remove, before it responds. */
export async function emptyBucket(context: StorageContext, request: Request, id: string): Promise<Response> {
  const operation = await authenticate(context, request, 'storage.bucket.empty');
  await requireVisibleBucket(context, operation, id);
  const statement = {
    text: `delete from storage.objects where id in (
             select id from storage.objects where bucket_id = $1 limit ${batchSize}
           ) returning id`,
    values: [id],
  };
  while ((await remove(context, operation, statement)).length === batchSize);
  return jsonResponse({ message: 'Empty bucket has been queued. Completion may take up to an hour.' });
}
