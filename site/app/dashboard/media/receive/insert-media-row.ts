// Inserts the media row of an upload, or finds it again on a retry.
import type { ServerClient } from '../../../data/server-client.ts';
import { isRetriedInsert } from '../../../data/is-retried-insert.ts';
import { receiveUploadTexts } from './receive-upload-texts.ts';
import type { UploadOwner } from './finish-upload-request.ts';

const { errors } = receiveUploadTexts;

/** The row was not created; the message is shown to the user. */
export class MediaRowError extends Error {}

async function lastPosition(client: ServerClient, appId: string): Promise<number> {
  const { data } = await client
    .from('app_media')
    .select('sort_order')
    .eq('app_id', appId)
    .order('sort_order', { ascending: false })
    .limit(1)
    .throwOnError();
  return data[0]?.sort_order ?? 0;
}

/** Creates the row of media or app_media, last in its app. The id is the upload's, so a retry is idempotent. */
export async function insertMediaRow(
  client: ServerClient,
  id: string,
  owner: UploadOwner,
  url: string,
): Promise<void> {
  const { kind, alt } = owner;
  const { error } =
    owner.source === 'service'
      ? await client.from('media').insert({ id, service_id: owner.id, kind, url, alt })
      : await client.from('app_media').insert({
          id,
          app_id: owner.id,
          kind,
          url,
          alt,
          sort_order: (await lastPosition(client, owner.id)) + 1,
        });
  if (!error || isRetriedInsert(error)) return;
  if (error.code === '23503') {
    throw new MediaRowError(errors.ownerDeleted[owner.source]);
  }
  if (error.code === '42501') throw new MediaRowError(errors.denied);
  throw error;
}

/** The URL in the row of an upload; null without a row. */
export async function findMediaRowUrl(client: ServerClient, id: string): Promise<string | null> {
  const [media, appMedia] = await Promise.all([
    client.from('media').select('url').eq('id', id).maybeSingle().throwOnError(),
    client.from('app_media').select('url').eq('id', id).maybeSingle().throwOnError(),
  ]);
  return media.data?.url ?? appMedia.data?.url ?? null;
}
