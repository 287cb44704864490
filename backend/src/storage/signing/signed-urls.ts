// Creates signed URLs for downloads or uploads; receives an upload through such a URL.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { jsonResponse } from '../../errors/json-response.ts';
import { readStorageBody } from '../http/request-body.ts';
import { checkBucketName, checkBucketAndObjectKey } from '../names.ts';
import { describeImageTransform, imageTransformSchema } from '../render/transform.ts';
import { readBucketSettings } from '../buckets/read-buckets.ts';
import { invalidStorageJwtError, storageNotImplementedError, accessDeniedError } from '../errors.ts';
import { checkWritePermission, requireVisibleObject } from '../objects/object-row.ts';
import { storeUpload } from '../objects/store-upload.ts';
import {
  createServiceRoleOperation,
  authenticateOperation,
  readStorageRows,
  objectOwnerOf,
  type BucketRequest,
  type ObjectRequest,
  type StorageOperation,
  type StorageRequest,
} from '../storage-context.ts';
import { signUrlToken, verifyUrlToken } from '../url-token.ts';
import { isUuid } from '../../database/is-uuid.ts';
import type { Caller } from '../../database/run-sql-as-caller.ts';

const lifeSeconds = z
  .int()
  .min(1)
  .max(10 * 365 * 24 * 60 * 60);
const uploadLifeSeconds = 2 * 60 * 60;

const one = z.object({
  expiresIn: lifeSeconds,
  transform: imageTransformSchema.optional(),
  versionId: z.unknown().optional(),
});
const many = z.object({ expiresIn: lifeSeconds, paths: z.array(z.string().max(1024)).min(1).max(500) });

/** Anyone who has the URL may read the object; the caller must be able to see it. */
export async function signObjectUrl(object: ObjectRequest): Promise<Response> {
  const operation = await authenticateOperation(object, 'storage.object.sign');
  const { expiresIn, transform, versionId } = await readStorageBody(object.request, one);
  if (versionId !== undefined) throw storageNotImplementedError('versions of objects');
  checkBucketAndObjectKey(object);
  await requireVisibleObject(operation, object);
  const url = `${object.bucket}/${object.name}`;
  const transformations = transform && describeImageTransform(transform);
  const claims = transformations
    ? ({ url, scope: 'render', transformations } as const)
    : ({ url, scope: 'download' } as const);
  const token = signUrlToken(object.context.urlKeys(), claims, expiresIn);
  const route = transformations ? 'render/image/sign' : 'object/sign';
  return jsonResponse({ signedURL: `/${route}/${url}?token=${token}` });
}

const notVisible = 'Either the object does not exist or you do not have access to it';

/** One result per path, in their order. */
export async function signObjectUrls({ bucket, ...given }: BucketRequest): Promise<Response> {
  const { context, request } = given;
  const operation = await authenticateOperation(given, 'storage.object.sign_many');
  const { expiresIn, paths } = await readStorageBody(request, many);
  const rows = await readStorageRows<{ name: string }>(operation, {
    name: 'storage_seen',
    text: 'select name from storage.objects where bucket_id = $1 and name = any($2)',
    values: [checkBucketName(bucket), paths],
  });
  const visible = new Set(rows.map(({ name }) => name));
  return jsonResponse(
    paths.map((path) => {
      if (!visible.has(path)) return { error: notVisible, path, signedURL: null };
      const url = `${bucket}/${path}`;
      const token = signUrlToken(context.urlKeys(), { url, scope: 'download' }, expiresIn);
      return { error: null, path, signedURL: `/object/sign/${url}?token=${token}` };
    }),
  );
}

/** The upload is performed with the caller's permissions. */
export async function signUploadUrl(object: ObjectRequest): Promise<Response> {
  const { context, request, bucket, name } = object;
  const operation = await authenticateOperation(object, 'storage.object.sign_upload_url');
  checkBucketAndObjectKey(object);
  await readBucketSettings(object);
  const upsert = request.headers.get('x-upsert') === 'true';
  const owner = objectOwnerOf(operation.caller);
  const mode = upsert ? 'upsert' : 'create';
  await checkWritePermission({ operation, bucket, name, mode, owner }, randomUUID());
  const url = `${bucket}/${name}`;
  const claims = { url, scope: 'upload', upsert, maker: describeMaker(operation.caller) } as const;
  const token = signUrlToken(context.urlKeys(), claims, uploadLifeSeconds);
  return jsonResponse({ url: `/object/upload/sign/${url}?token=${token}`, token });
}

/** The URL's creator must still be allowed to upload, both before the bytes are received and after. */
export async function uploadToSignedUrl(object: ObjectRequest): Promise<Response> {
  checkBucketAndObjectKey(object);
  const { maker, upsert } = verifyUrlToken(object, 'upload').claims;
  if (maker === undefined)
    throw invalidStorageJwtError('This upload URL was made by an earlier version. Make a new one.');
  const { key } = await storeUpload({
    operation: createServiceRoleOperation(object, 'storage.object.upload_signed'),
    checkedOperation: () => asMaker(object, maker),
    bucket: object.bucket,
    name: object.name,
    mode: upsert === true ? 'upsert' : 'create',
    owner: objectOwnerOf(maker),
  });
  return jsonResponse({ Key: key });
}

// A signed upload URL allows what its creator may do when it is used, not what was allowed when it was created.
/** Claims that are read from the account again when the URL is used. */
const ofAccount = ['email', 'phone', 'app_metadata', 'user_metadata'];
/** Claims of the token that was used to sign. */
const ofToken = ['aud', 'exp', 'iat', 'iss', 'nbf', 'jti'];

function describeMaker({ role, claims }: Caller): Caller {
  const kept = Object.entries(claims).filter(([name]) => ![...ofAccount, ...ofToken].includes(name));
  return { role, claims: Object.fromEntries(kept) };
}

/** The creator with the account's current claims. Throws AccessDenied if the account was banned or deleted. */
async function asMaker({ context, request }: StorageRequest, maker: Caller): Promise<StorageOperation> {
  const { sub } = maker.claims;
  const { rows } = await context.deps.ownerPool.query<{
    is_active: boolean;
    account: Record<string, unknown> | null;
  }>(
    `select auth.is_account_active($1::jsonb) as is_active,
       (
         select jsonb_build_object(
           'email', coalesce(email, ''), 'phone', coalesce(phone, ''),
           'app_metadata', raw_app_meta_data, 'user_metadata', raw_user_meta_data
         )
         from auth.users where id = $2::uuid
       ) as account`,
    [JSON.stringify(maker.claims), isUuid(sub) ? sub : null],
  );
  const [found] = rows;
  if (found?.is_active !== true)
    throw accessDeniedError('The account that made this upload URL may no longer upload');
  const caller = { role: maker.role, claims: { ...maker.claims, ...found.account } };
  return { context, request, caller, name: 'storage.object.sign_upload_url' };
}
