import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { findBucket } from '../buckets/find-bucket.ts';
import { answerJson } from '../http/answer.ts';
import { readJson } from '../http/read-json.ts';
import { missingBlob } from '../refusals.ts';
import { openRequest } from '../run.ts';
import type { StorageContext } from '../run.ts';
import { checkEntry } from './allowed.ts';
import { readTransfer, transferBody } from './move.ts';
import { findObject } from './object-row.ts';
import type { ObjectMetadata, ObjectRow } from './object-row.ts';
import { writeRow } from './store-upload.ts';
import { ownerOf } from './write-statement.ts';

const body = transferBody.extend({
  copyMetadata: z.boolean().default(true),
  metadata: z
    .object({
      cacheControl: z
        .string()
        .regex(/^[\w\-=", ]{1,200}$/)
        .optional(),
      mimetype: z.string().optional(),
    })
    .optional(),
});

/** POST /object/copy: a second object with the same bytes. The caller must see the first and may write the second. */
export async function copy(context: StorageContext, request: Request): Promise<Response> {
  const { deps, blobs, loose } = context;
  const as = await openRequest(context, request, 'storage.object.copy');
  const asked = await readJson(request, body);
  const { bucket, name, toBucket, toName } = readTransfer(asked);
  const source = await findObject(context, as, bucket, name);
  const limits = await findBucket(context, request, toBucket);
  const metadata = describeCopy(source, asked);
  checkEntry(
    { size: metadata.size ?? 0, type: metadata.mimetype ?? 'application/octet-stream' },
    limits,
    deps.config.file_size_limit,
  );
  const mode = request.headers.get('x-upsert') === 'true' ? 'upsert' : 'create';
  const plan = { as, bucket: toBucket, name: toName, mode, owner: ownerOf(as.caller) } as const;
  const version = randomUUID();
  await loose.hold(version);
  try {
    if (!(await blobs.duplicate(source.version ?? '', version))) throw missingBlob();
    const userMetadata = asked.copyMetadata ? source.user_metadata : null;
    const id = await writeRow(context, plan, { id: randomUUID(), version, metadata, userMetadata });
    return answerJson({
      Id: id,
      Key: `${toBucket}/${toName}`,
      bucket_id: toBucket,
      name: toName,
      version,
      metadata,
    });
  } catch (error) {
    await loose.release(version);
    throw error;
  } finally {
    context.tidy();
  }
}

function describeCopy(
  { metadata }: ObjectRow,
  { copyMetadata, metadata: own }: z.output<typeof body>,
): Partial<ObjectMetadata> {
  const copied = { ...metadata, lastModified: new Date().toISOString() };
  if (copyMetadata) return copied;
  return {
    ...copied,
    cacheControl: own?.cacheControl ?? 'no-cache',
    mimetype: own?.mimetype ?? copied.mimetype ?? 'application/octet-stream',
  };
}
