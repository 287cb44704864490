import { jsonResponse } from '../../errors/json-response.ts';
import { checkBucketName, checkKey } from '../names.ts';
import { authenticate, ownerOf } from '../storage-context.ts';
import type { StorageContext } from '../storage-context.ts';
import { storeUpload } from './store-upload.ts';

/** POST creates an object (with x-upsert also replaces one); PUT replaces an existing one. */
export async function upload(
  context: StorageContext,
  request: Request,
  bucket: string,
  name: string,
): Promise<Response> {
  const upsert = request.headers.get('x-upsert') === 'true';
  const replaces = request.method === 'PUT';
  const operationName = replaces ? 'storage.object.upload_update' : 'storage.object.upload';
  const operation = await authenticate(context, request, operationName);
  const { id, key } = await storeUpload(context, {
    operation,
    bucket: checkBucketName(bucket),
    name: checkKey(name),
    mode: replaces ? 'update' : upsert ? 'upsert' : 'create',
    owner: ownerOf(operation.caller),
  });
  return jsonResponse({ Key: key, Id: id });
}
