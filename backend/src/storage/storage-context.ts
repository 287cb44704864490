// The context that operations of storage share.
import {
  runSqlAsCaller,
  type Caller,
  type RunSqlAsCallerOptions,
  type SqlStatement,
  trustedRequestHeaders,
} from '../database/run-sql-as-caller.ts';
import type { BlobStore } from './blobs/blob-store.ts';
import type { OrphanedBlobCollector } from './blobs/orphaned-blobs.ts';
import type { SpaceReserver } from './blobs/quota.ts';
import type { StorageDeps } from './deps.ts';
import { StorageError } from './errors.ts';
import type { ImageCache } from './render/render-image.ts';
import { clientIpKey } from '../limits/client-ip-key.ts';
import { createFairSemaphore, type FairSemaphoreOptions } from '../limits/fair-semaphore.ts';

/** Returns the function that releases the slot. */
type AcquireSlot = (request: Request) => Promise<() => void>;

export interface StorageContext {
  deps: StorageDeps;
  blobs: BlobStore;
  orphans: OrphanedBlobCollector;
  reserve: SpaceReserver;
  collectOrphans(): void;
  images: ImageCache;
  acquireUploadSlot: AcquireSlot;
  acquireRenderSlot: AcquireSlot;
  /** Keys of signed URLs: the first signs, all are accepted. */
  urlKeys: () => string[];
}

export interface StorageRequest {
  context: StorageContext;
  request: Request;
}

export interface BucketRequest extends StorageRequest {
  bucket: string;
}

/** A request for an object. Its handler checks the names. */
export interface ObjectRequest extends BucketRequest {
  name: string;
}

export interface StorageOperation extends StorageRequest {
  caller: Caller;
  /** e.g. storage.object.upload; policies can read it. */
  name: string;
}

/** The caller for what no policy decides: public buckets, signed URLs, the limits of a bucket. */
const serviceRole: Caller = { role: 'service_role', claims: { role: 'service_role' } };

/** Throws AccessDenied, or InvalidRequest without a key. */
export async function authenticateOperation(
  { context, request }: StorageRequest,
  name: string,
): Promise<StorageOperation> {
  try {
    return { context, request, caller: await context.deps.resolveCaller(request), name };
  } catch (error) {
    throw explainUnauthorized(error, request);
  }
}

/** For requests on a public bucket, or with a signed URL. */
export function createServiceRoleOperation(
  { context, request }: StorageRequest,
  name: string,
): StorageOperation {
  return { context, request, caller: serviceRole, name };
}

export function objectOwnerOf(caller: Caller): string | null {
  const { sub } = caller.claims;
  return typeof sub === 'string' ? sub : null;
}

function explainUnauthorized(error: unknown, request: Request): unknown {
  const { status, code, message } = error as { status?: number; code?: string; message: string };
  if (status !== 401) return error;
  if (code === 'no_api_key' && !request.headers.has('authorization')) {
    return new StorageError(
      400,
      'InvalidRequest',
      "headers must have required property 'authorization'",
      'Error',
    );
  }
  return new StorageError(403, 'AccessDenied', message, 'Unauthorized');
}

export async function queryStorage<Row>(
  { context: { deps }, request, caller, name }: StorageOperation,
  statement: SqlStatement,
  options: RunSqlAsCallerOptions = {},
): Promise<Row[]> {
  const release = await deps.acquireSlot(request);
  try {
    const requestContext = {
      method: request.method,
      path: new URL(request.url).pathname,
      headers: trustedRequestHeaders(request, deps.remoteAddress(request)),
      searchPath: 'storage, public, extensions',
      settings: { 'storage.operation': name },
    };
    const [result] = await runSqlAsCaller(deps.pool, caller, requestContext, [statement], {
      ...options,
      signal: request.signal,
    });
    return (result?.rows ?? []) as Row[];
  } finally {
    release();
  }
}

export function readStorageRows<Row>(operation: StorageOperation, statement: SqlStatement): Promise<Row[]> {
  return queryStorage<Row>(operation, statement, { readOnly: true });
}

/** Many, because a slow sender costs little more than an open file. */
const uploads = { slots: 200, slotsPerKey: 25, timeoutMs: 30_000, maxQueue: 100 };
/** Fewer if the length is not declared: what many reserve together could exceed a quota before any is complete. */
const unmeasuredUploads = { ...uploads, slotsPerKey: 2 };
/** Few, because each takes a processor core, and its original is in memory. */
const images = { slots: 2, slotsPerKey: 1, timeoutMs: 20_000, maxQueue: 30 };

export function createStorageConcurrencyLimits(remoteAddress: (request: Request) => string | undefined) {
  function limit(settings: FairSemaphoreOptions): AcquireSlot {
    const semaphore = createFairSemaphore(settings);
    return (request) => semaphore.acquire(clientIpKey(remoteAddress(request)), request.signal);
  }
  const acquireMeasured = limit(uploads);
  const acquireUnmeasured = limit(unmeasuredUploads);
  function acquireUploadSlot(request: Request): Promise<() => void> {
    // Requests inside this process declare none.
    const isMeasured = request.headers.has('content-length') || remoteAddress(request) === undefined;
    return isMeasured ? acquireMeasured(request) : acquireUnmeasured(request);
  }
  return { acquireUploadSlot, acquireRenderSlot: limit(images) };
}
