// Reads or writes the row of an object.
import { isUuid } from '../../database/is-uuid.ts';
import type { SqlStatement } from '../../database/run-sql-as-caller.ts';
import { noSuchBucketError, noSuchKeyError } from '../errors.ts';
import {
  createServiceRoleOperation,
  queryStorage,
  readStorageRows,
  type ObjectRequest,
  type StorageOperation,
} from '../storage-context.ts';

export interface ObjectMetadata {
  /** In quotes. */
  eTag: string;
  size: number;
  mimetype: string;
  /** The header's value, e.g. max-age=3600. */
  cacheControl: string;
  lastModified: string;
  contentLength: number;
  httpStatusCode: number;
  /** Set if the stored bytes are compressed. */
  contentEncoding?: string;
}

export interface ObjectRow {
  id: string;
  bucket_id: string;
  name: string;
  version: string | null;
  /** Null or incomplete if the row was written with SQL. */
  metadata: Partial<ObjectMetadata> | null;
  user_metadata: Record<string, unknown> | null;
  created_at: Date;
  updated_at: Date;
  last_accessed_at: Date;
  owner: string | null;
  owner_id: string | null;
}

type ObjectName = Pick<ObjectRequest, 'bucket' | 'name'>;

export async function findVisibleObject(
  operation: StorageOperation,
  { bucket, name }: ObjectName,
): Promise<ObjectRow | undefined> {
  const rows = await readStorageRows<ObjectRow>(operation, {
    name: 'storage_object',
    text: `select id, bucket_id, name, version, metadata, user_metadata, created_at, updated_at, last_accessed_at,
               owner, owner_id
             from storage.objects where bucket_id = $1 and name = $2`,
    values: [bucket, name],
  });
  return rows[0];
}

/** Throws NoSuchKey, also for an object that policies hide. */
export async function requireVisibleObject(
  operation: StorageOperation,
  object: ObjectName,
): Promise<ObjectRow> {
  const row = await findVisibleObject(operation, object);
  if (row) return row;
  throw noSuchKeyError();
}

/** Throws NoSuchBucket, for a private bucket too. */
export async function requirePublicObject(object: ObjectRequest, operationName: string): Promise<ObjectRow> {
  const rows = await readStorageRows<ObjectRow | { id: null }>(
    createServiceRoleOperation(object, operationName),
    {
      name: 'storage_public_object',
      text: `select o.id, o.bucket_id, o.name, o.version, o.metadata, o.user_metadata, o.created_at, o.updated_at,
               o.last_accessed_at, o.owner, o.owner_id
             from storage.buckets b left join storage.objects o on o.bucket_id = b.id and o.name = $2
             where b.id = $1 and b.public`,
      values: [object.bucket, object.name],
    },
  );
  const row = rows[0];
  if (!row) throw noSuchBucketError();
  if (row.id === null) throw noSuchKeyError();
  return row;
}

/** create: the name must not exist; upsert: it may; update: it must. */
type WriteMode = 'create' | 'upsert' | 'update';

export interface UploadPlan {
  /** The operation runs as the caller; for a signed URL, as this server. */
  operation: StorageOperation;
  /** For a signed URL: the operation whose permission is checked, before and again after the bytes are received. */
  checkedOperation?: () => Promise<StorageOperation>;
  bucket: string;
  name: string;
  mode: WriteMode;
  owner: string | null;
}

/** Runs the same statement that writes the row, and rolls it back. */
export async function checkWritePermission(plan: UploadPlan, id: string, mimetype?: string): Promise<void> {
  const metadata = mimetype === undefined ? {} : { mimetype };
  const operation = (await plan.checkedOperation?.()) ?? plan.operation;
  const object = { id, version: null, metadata, userMetadata: null };
  await writeObjectRow({ ...plan, operation }, object, 'rollback');
}

interface NewObject {
  bucket: string;
  name: string;
  id: string;
  /** Null if only the permission is checked. */
  version: string | null;
  metadata: Partial<ObjectMetadata>;
  userMetadata: Record<string, unknown> | null;
  /** The `sub` of the uploading user. */
  owner: string | null;
}

// A plain insert returns nothing, because RETURNING would require the policies for select too.

/** Throws NoSuchKey if there is nothing to update. */
export async function writeObjectRow(
  { operation, bucket, name, mode, owner }: UploadPlan,
  object: Omit<NewObject, 'bucket' | 'name' | 'owner'>,
  outcome?: 'rollback',
): Promise<string> {
  const statement = objectStatement(mode, { bucket, name, owner, ...object });
  const options = outcome === undefined ? {} : { beforeCommit: () => outcome };
  const rows = await queryStorage<{ id: string }>(operation, statement, options);
  if (mode === 'update' && rows.length === 0) throw noSuchKeyError();
  if (outcome === undefined) operation.context.deps.notifyCommit(['storage.objects']);
  return rows[0]?.id ?? object.id;
}

const insert = `
  insert into storage.objects (bucket_id, name, version, metadata, user_metadata, owner, owner_id, id)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`;

const texts: Record<WriteMode, string> = {
  create: insert,
  upsert: `${insert}
    on conflict (bucket_id, name) do update set version = excluded.version, metadata = excluded.metadata,
      user_metadata = excluded.user_metadata, owner = excluded.owner, owner_id = excluded.owner_id
    returning id`,
  update: `
    update storage.objects set version = $3, metadata = $4, user_metadata = $5, owner = $6, owner_id = $7
    where bucket_id = $1 and name = $2 and $8::uuid is not null
    returning id`,
};

function objectStatement(mode: WriteMode, object: NewObject): SqlStatement {
  const { bucket, name, version, metadata, userMetadata, owner, id } = object;
  const ownerUuid = isUuid(owner) ? owner : null;
  return {
    name: `storage_write_${mode}`,
    text: texts[mode],
    values: [
      bucket,
      name,
      version,
      JSON.stringify(metadata),
      userMetadata && JSON.stringify(userMetadata),
      ownerUuid,
      owner,
      id,
    ],
  };
}
