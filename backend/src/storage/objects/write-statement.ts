import { isUuid } from '../../database/is-uuid.ts';
import type { Statement } from '../../database/run-as-caller.ts';
import type { ObjectMetadata } from './object-row.ts';

/** create: the name must not exist; upsert: it may; update: it must. */
export type WriteMode = 'create' | 'upsert' | 'update';

export interface NewObject {
  bucket: string;
  name: string;
  id: string;
  /** Null while only the permission is checked. */
  version: string | null;
  metadata: Partial<ObjectMetadata>;
  userMetadata: Record<string, unknown> | null;
  /** The `sub` of the uploading user. */
  owner: string | null;
}

// A plain insert returns nothing: RETURNING would have to pass the policies for select too.
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

export function objectStatement(mode: WriteMode, object: NewObject): Statement {
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
