// The storage service: tables of schema storage, and backend.orphaned_blobs for files without a row.
import { join } from 'node:path';
import { Hono, type Context } from 'hono';
import { createBlobStore } from './blobs/blob-store.ts';
import { createOrphanedBlobs, releaseAllHeldBlobs } from './blobs/orphaned-blobs.ts';
import { createSpaceReserver, defaultStorageQuota } from './blobs/quota.ts';
import { createDeclaredBuckets, createBucket, deleteBucket, updateBucket } from './buckets/write-buckets.ts';
import { getBucket, listBuckets } from './buckets/read-buckets.ts';
import type { StorageDeps } from './deps.ts';
import { jsonResponse } from '../errors/json-response.ts';
import { drainBody } from './http/request-body.ts';
import { renderStorageError, storageNotImplementedError, StorageError } from './errors.ts';
import { copyObject, moveObject } from './objects/move-or-copy.ts';
import { emptyBucket, removeObjects, removeObject } from './objects/remove.ts';
import { listBucketObjects, listBucketObjectsV2 } from './objects/list.ts';
import {
  readObjectInfo,
  readPublicObjectInfo,
  readObjectAsCaller,
  readPublicObject,
  readSignedObject,
} from './objects/read.ts';
import { uploadObject } from './objects/store-upload.ts';
import { createConcurrencyLimits, type StorageContext } from './storage-context.ts';
import { createImageCache } from './render/render-image.ts';
import { renderImageAsCaller, renderPublicImage, renderSignedImage } from './render/render.ts';
import { signObjectUrls, signObjectUrl, signUploadUrl, uploadToSignedUrl } from './signing/signed-urls.ts';
import { deriveUrlKeys } from './url-token.ts';

const imageCacheBytes = 256 * 1024 * 1024;
const collectIntervalMs = 10 * 60 * 1000;

export interface StorageService {
  /** Rejects only when the caller has disconnected. */
  handle(request: Request): Promise<Response>;
  /**
   * Call it after the migrations: creates declared buckets, ends the reservations of uploads if no other process can
   * have one, clears the image cache, deletes the files of interrupted uploads.
   */
  start(): Promise<void>;
  close(): Promise<void>;
}

export function createStorage(deps: StorageDeps): StorageService {
  const blobs = createBlobStore(deps.folder);
  const orphans = createOrphanedBlobs(deps.ownerPool, blobs);
  let collecting: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  function collectOrphans(): void {
    collecting = orphans.collect().catch((error: Error) => {
      // The files stay recorded until they are deleted.
      deps.log({ level: 'warn', event: 'storage.cleanup_failed', message: error.message });
    });
  }

  const context: StorageContext = {
    deps,
    blobs,
    orphans,
    collectOrphans,
    reserve: createSpaceReserver(
      { pool: deps.ownerPool, folder: deps.folder, log: deps.log },
      { ...defaultStorageQuota, ...deps.quota },
    ),
    images: createImageCache(join(deps.folder, 'renders'), imageCacheBytes),
    urlKeys: deriveUrlKeys(deps.keys),
    ...createConcurrencyLimits(deps.remoteAddress),
  };
  const app = routeStorage(context);

  return {
    handle: async (request) => app.fetch(request),
    async start() {
      await createDeclaredBuckets(deps.ownerPool, deps.config);
      if (deps.soleWriter) await releaseAllHeldBlobs(deps.ownerPool);
      await context.images.clear();
      collectOrphans();
      timer = setInterval(collectOrphans, collectIntervalMs).unref();
    },
    async close() {
      clearInterval(timer);
      await collecting;
    },
  };
}

type BucketHandler = (context: StorageContext, request: Request, bucket: string) => Promise<Response>;
type ObjectHandler = (
  context: StorageContext,
  request: Request,
  bucket: string,
  name: string,
) => Promise<Response>;

/** The route table. */
export function routeStorage(context: StorageContext): Hono {
  const app = new Hono().basePath('/storage/v1');
  const ofBucket = (handler: BucketHandler) => (c: Context) =>
    handler(context, c.req.raw, c.req.param('bucket') ?? '');
  const ofObject = (handler: ObjectHandler) => (c: Context) =>
    handler(context, c.req.raw, c.req.param('bucket') ?? '', c.req.param('name') ?? '');
  const object = ':bucket/:name{.+}';

  app.get('/version', () => jsonResponse({ version: '1.0.0' }));
  app.get('/status', () => jsonResponse({ status: 'ok' }));
  mountNotImplemented(app);

  app.get('/bucket', (c) => listBuckets(context, c.req.raw));
  app.post('/bucket', (c) => createBucket(context, c.req.raw));
  app.get('/bucket/:bucket', ofBucket(getBucket));
  app.put('/bucket/:bucket', ofBucket(updateBucket));
  app.delete('/bucket/:bucket', ofBucket(deleteBucket));
  app.post('/bucket/:bucket/empty', ofBucket(emptyBucket));

  app.post('/object/list/:bucket', ofBucket(listBucketObjects));
  app.post('/object/list-v2/:bucket', ofBucket(listBucketObjectsV2));
  app.post('/object/move', (c) => moveObject(context, c.req.raw));
  app.post('/object/copy', (c) => copyObject(context, c.req.raw));
  app.post(`/object/upload/sign/${object}`, ofObject(signUploadUrl));
  app.put(`/object/upload/sign/${object}`, ofObject(uploadToSignedUrl));
  app.post('/object/sign/:bucket', ofBucket(signObjectUrls));
  app.post(`/object/sign/${object}`, ofObject(signObjectUrl));
  app.get(`/object/sign/${object}`, ofObject(readSignedObject));
  app.get(`/object/public/${object}`, ofObject(readPublicObject));
  app.get(`/object/authenticated/${object}`, ofObject(readObjectAsCaller));
  app.get(`/object/info/public/${object}`, ofObject(readPublicObjectInfo));
  app.get(`/object/info/authenticated/${object}`, ofObject(readObjectInfo));
  app.get(`/object/info/${object}`, ofObject(readObjectInfo));
  app.get(`/render/image/public/${object}`, ofObject(renderPublicImage));
  app.get(`/render/image/authenticated/${object}`, ofObject(renderImageAsCaller));
  app.get(`/render/image/sign/${object}`, ofObject(renderSignedImage));

  app.get(`/object/${object}`, ofObject(readObjectAsCaller));
  app.post(`/object/${object}`, ofObject(uploadObject));
  app.put(`/object/${object}`, ofObject(uploadObject));
  app.delete('/object/:bucket', ofBucket(removeObjects));
  app.delete(`/object/${object}`, ofObject(removeObject));

  app.notFound((c) => {
    throw new StorageError(
      404,
      'NotFound',
      'Not Found',
      `Route ${c.req.method}:${c.req.path.slice(0, 200)} not found`,
    );
  });
  app.onError(async (error, c) => {
    await drainBody(c.req.raw);
    // The caller has disconnected; the app logs that.
    if (c.req.raw.signal.aborted) throw error;
    return renderStorageError(error, c.req.raw, context.deps.log);
  });
  return app;
}

function mountNotImplemented(app: Hono): void {
  const routes: [path: string, feature: string][] = [
    ['/upload/resumable/*', 'resumable uploads (TUS)'],
    ['/s3/*', 'the S3 protocol'],
    ['/iceberg/*', 'analytics buckets'],
    ['/vector/*', 'vector buckets'],
    ['/cdn/*', 'CDN cache purging'],
    ['/bucket/:bucket/lifecycle', 'lifecycle rules'],
  ];
  for (const [path, feature] of routes) {
    app.all(path, () => {
      throw storageNotImplementedError(feature);
    });
  }
}
