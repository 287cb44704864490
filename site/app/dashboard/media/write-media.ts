import type { SupabaseClient } from '@supabase/supabase-js';
import { contentTables, contentType } from '../../content/content-types.ts';
import { browserClient } from '../../data/browser-client.ts';
import { mediaRows } from './media-rows.ts';
import type { MediaSource } from './media-sources.ts';
import { mediaTexts } from './media-texts.ts';

const { errors } = mediaTexts;

/** The part of a media or app_media row that can be edited. */
export interface MediaRow {
  id: string;
  source: MediaSource;
  kind: string;
  url: string;
  alt: string;
}

interface DatabaseError {
  code: string;
  message: string;
}

function explain({ code, message }: DatabaseError): Error {
  if (code === '42501') return new Error(errors.denied);
  if (code === '40001') return new Error(errors.listChanged);
  return new Error(message);
}

/** Updates the description and kind of the row that was read; another user's changes stay. */
export async function saveMedia(change: { item: MediaRow; kind: string; alt: string }): Promise<void> {
  const { item, kind, alt } = change;
  const { data, error } = await mediaRows(item.source)
    .update({ kind, alt })
    .eq('id', item.id)
    .eq('kind', item.kind)
    .eq('alt', item.alt)
    .select('id');
  if (error) throw explain(error);
  if (data.length === 0) throw new Error(errors.imageChanged);
}

const uploadedFolder = /\/storage\/v1\/object\/public\/pictures\/([\w-]+)\/[^/]+$/;

/** Deletes an uploaded picture's files if nothing names them. The hourly sweep repeats what fails. */
async function removeFiles(url: string): Promise<void> {
  const folder = uploadedFolder.exec(url)?.[1];
  if (folder === undefined) return;
  const pictures = browserClient().storage.from('pictures');
  const { data } = await pictures.list(folder);
  if (data && data.length > 0) await pictures.remove(data.map(({ name }) => `${folder}/${name}`));
}

/** Deletes a picture, also from the pages that show it. Deleting one twice is no error. */
export async function deleteMedia({ id, source, url }: MediaRow): Promise<void> {
  const { data: gone, error } = await browserClient().rpc('delete_media', { media_id: id });
  if (error) throw explain(error);
  if (gone === null) {
    const { data: stays } = await mediaRows(source).select('id').eq('id', id).maybeSingle();
    if (stays) throw explain({ code: '42501', message: '' });
  }
  await removeFiles(url).catch(() => undefined);
}

/** Sets the order of an app's pictures; `ids` are all of them. */
export async function orderAppMedia(appId: string, ids: readonly string[]): Promise<void> {
  const { error } = await browserClient().rpc('order_app_media', { app_id: appId, ids: [...ids] });
  if (error) throw explain(error);
}

/** The names of the pages that show a picture as theirs. */
export async function readShownOn(url: string): Promise<string[]> {
  // the client's own types cannot follow a table that is one of several
  const client = browserClient() as unknown as SupabaseClient;
  const found = await Promise.all(
    contentTables.map((table) => {
      const { name, picture } = contentType(table).columns;
      return client.from(table).select(`name:${name}`).eq(picture, url).throwOnError();
    }),
  );
  return found.flatMap(({ data }) => data as unknown as { name: string }[]).map(({ name }) => name);
}
