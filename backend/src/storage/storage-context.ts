import type { QueryResult } from 'pg';
import { runAsCaller } from '../database/as-caller.ts';
import type { Caller, RunOptions, Statement } from '../database/as-caller.ts';
import { callerHeaders } from '../database/caller-headers.ts';
import { reachable } from '../database/connection-loss.ts';
import type { BlobStore } from './blobs/blob-store.ts';
import type { OrphanedBlobs } from './blobs/orphaned-blobs.ts';
import type { StorageDeps } from './deps.ts';
import type { AcquireSlot } from './concurrency-limits.ts';
import { StorageError } from './errors.ts';
import type { ImageCache } from './render/image-cache.ts';

/** What every handler works with. */
export interface StorageContext {
  deps: StorageDeps;
  blobs: BlobStore;
  orphans: OrphanedBlobs;
  /** Deletes files that were let go, in the background. */
  collectOrphans(): void;
  images: ImageCache;
  /** Uploads under way. */
  acquireUploadSlot: AcquireSlot;
  /** Pictures being made. */
  acquireRenderSlot: AcquireSlot;
  /** Signs addresses; made from the server's secret, so that no other token of ours is one of these. */
  signingKey: string;
}

/** One request of one caller. */
export interface StorageRequest {
  request: Request;
  caller: Caller;
  /** e.g. storage.object.upload; policies may read it. */
  operation: string;
}

/** This server itself, for what a policy does not decide: public buckets, signed addresses, the limits of a bucket. */
const server: Caller = { role: 'service_role', claims: { role: 'service_role' } };

/** Reads who asks. Throws a refusal of the dialect. */
export async function authenticate(
  { deps }: StorageContext,
  request: Request,
  operation: string,
): Promise<StorageRequest> {
  try {
    return { request, caller: await deps.resolveCaller(request), operation };
  } catch (error) {
    throw explainUnauthorized(error, request);
  }
}

/** A request that stands on its own: on a public bucket, or with a signed address. */
export function asServer(request: Request, operation: string): StorageRequest {
  return { request, caller: server, operation };
}

function explainUnauthorized(error: unknown, request: Request): unknown {
  const { status, code, message } = error as { status?: number; code?: string; message: string };
  if (status !== 401) return error;
  if (code === 'no_api_key' && !request.headers.has('authorization')) {
    return new StorageError(
      400,
      'InvalidRequest',
      'Error',
      "headers must have required property 'authorization'",
    );
  }
  return new StorageError(403, 'AccessDenied', 'Unauthorized', message);
}

/** Runs statements as the caller of the request, in one transaction. A place at the database is held no longer. */
export async function runStatements(
  { deps }: StorageContext,
  { request, caller, operation }: StorageRequest,
  statements: readonly Statement[],
  options: RunOptions = {},
): Promise<QueryResult[]> {
  const release = await deps.acquireSlot(request);
  try {
    const facts = {
      method: request.method,
      path: new URL(request.url).pathname,
      headers: callerHeaders(request, deps.remoteAddress(request)),
      searchPath: 'storage, public, extensions',
      settings: { 'storage.operation': operation },
    };
    return await runAsCaller(deps.pool, caller, facts, statements, { ...options, signal: request.signal });
  } finally {
    release();
  }
}

/** One statement, its rows. */
export async function query<Row>(
  context: StorageContext,
  request: StorageRequest,
  statement: Statement,
  options: RunOptions = {},
): Promise<Row[]> {
  const [result] = await runStatements(context, request, [statement], options);
  return (result?.rows ?? []) as Row[];
}

/** One statement as the owner of the database. */
export async function queryAsOwner<Row extends object>(
  { deps }: Pick<StorageContext, 'deps'>,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const { rows } = await reachable(deps.ownerPool.query<Row>(text, values));
  return rows;
}
