// The storage service: tables of schema storage, and backend.orphaned_blobs for files without a row.
import { join } from 'node:path';
import { Hono, type Context } from 'hono';
import { createBlobStore } from './blobs/blob-store.ts';
import { createOrphanedBlobCollector, expireBlobReservations } from './blobs/orphaned-blobs.ts';
import { createSpaceReserver, defaultStorageQuota } from './blobs/quota.ts';
import { upsertDeclaredBuckets, createBucket, deleteBucket, updateBucket } from './buckets/write-buckets.ts';
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
import {
  createStorageConcurrencyLimits,
  type ObjectRequest,
  type StorageContext,
} from './storage-context.ts';
import { createImageCache } from './render/render-image.ts';
import { renderImageAsCaller, renderPublicImage, renderSignedImage } from './render/render.ts';
import { signObjectUrls, signObjectUrl, signUploadUrl, uploadToSignedUrl } from './signing/signed-urls.ts';
import { createUrlSigningKeyReader } from './url-token.ts';

const imageCacheBytes = 256 * 1024 * 1024;
const collectIntervalMs = 10 * 60 * 1000;

export function createStorageService(deps: StorageDeps) {
  const blobs = createBlobStore(deps.folder);
  const orphans = createOrphanedBlobCollector(deps.ownerPool, blobs);
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
    urlKeys: createUrlSigningKeyReader(deps.keys),
    ...createStorageConcurrencyLimits(deps.remoteAddress),
  };
  const app = createStorageRoutes(context);

  return {
    /** Rejects only when the caller has disconnected. */
    handle: async (request: Request) => app.fetch(request),
    /**
     * Call it after the migrations: creates declared buckets, ends the reservations of uploads if no other process can
     * have one, clears the image cache, deletes the files of interrupted uploads.
     */
    async start() {
      await upsertDeclaredBuckets(deps.ownerPool, deps.config);
      if (deps.soleWriter) await expireBlobReservations(deps.ownerPool);
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

/** The route table. */
export function createStorageRoutes(context: StorageContext): Hono {
  const app = new Hono().basePath('/storage/v1');
  const handle = (handler: (request: ObjectRequest) => Promise<Response>) => (c: Context) => {
    const { bucket = '', name = '' } = c.req.param() as Partial<Record<'bucket' | 'name', string>>;
    return handler({ context, request: c.req.raw, bucket, name });
  };
  const object = ':bucket/:name{.+}';

  app.get('/version', () => jsonResponse({ version: '1.0.0' }));
  app.get('/status', () => jsonResponse({ status: 'ok' }));
  mountNotImplemented(app);

  app.get('/bucket', handle(listBuckets));
  app.post('/bucket', handle(createBucket));
  app.get('/bucket/:bucket', handle(getBucket));
  app.put('/bucket/:bucket', handle(updateBucket));
  app.delete('/bucket/:bucket', handle(deleteBucket));
  app.post('/bucket/:bucket/empty', handle(emptyBucket));

  app.post('/object/list/:bucket', handle(listBucketObjects));
  app.post('/object/list-v2/:bucket', handle(listBucketObjectsV2));
  app.post('/object/move', handle(moveObject));
  app.post('/object/copy', handle(copyObject));
  app.post(`/object/upload/sign/${object}`, handle(signUploadUrl));
  app.put(`/object/upload/sign/${object}`, handle(uploadToSignedUrl));
  app.post('/object/sign/:bucket', handle(signObjectUrls));
  app.post(`/object/sign/${object}`, handle(signObjectUrl));
  app.get(`/object/sign/${object}`, handle(readSignedObject));
  app.get(`/object/public/${object}`, handle(readPublicObject));
  app.get(`/object/authenticated/${object}`, handle(readObjectAsCaller));
  app.get(`/object/info/public/${object}`, handle(readPublicObjectInfo));
  app.get(`/object/info/authenticated/${object}`, handle(readObjectInfo));
  app.get(`/object/info/${object}`, handle(readObjectInfo));
  app.get(`/render/image/public/${object}`, handle(renderPublicImage));
  app.get(`/render/image/authenticated/${object}`, handle(renderImageAsCaller));
  app.get(`/render/image/sign/${object}`, handle(renderSignedImage));

  app.get(`/object/${object}`, handle(readObjectAsCaller));
  app.post(`/object/${object}`, handle(uploadObject));
  app.put(`/object/${object}`, handle(uploadObject));
  app.delete('/object/:bucket', handle(removeObjects));
  app.delete(`/object/${object}`, handle(removeObject));

  app.notFound((c) => {
    throw new StorageError(
      404,
      'NotFound',
      `Route ${c.req.method}:${c.req.path.slice(0, 200)} not found`,
      'Not Found',
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
