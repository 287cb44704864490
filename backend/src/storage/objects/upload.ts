import { jsonResponse } from '../http/json-response.ts';
import { checkBucketName, checkKey } from '../names.ts';
import { authenticate } from '../storage-context.ts';
import type { StorageContext } from '../storage-context.ts';
import { storeUpload } from './store-upload.ts';
import { ownerOf } from './write-statement.ts';

/** POST /object/{bucket}/{name} makes an object (with x-upsert also its next version); PUT replaces one that is there. */
export async function upload(
  context: StorageContext,
  request: Request,
  bucket: string,
  name: string,
): Promise<Response> {
  const upsert = request.headers.get('x-upsert') === 'true';
  const replaces = request.method === 'PUT';
  const operation = replaces ? 'storage.object.upload_update' : 'storage.object.upload';
  const as = await authenticate(context, request, operation);
  const { id, key } = await storeUpload(context, {
    as,
    bucket: checkBucketName(bucket),
    name: checkKey(name),
    mode: replaces ? 'update' : upsert ? 'upsert' : 'create',
    owner: ownerOf(as.caller),
  });
  return jsonResponse({ Key: key, Id: id });
}
