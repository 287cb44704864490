// Writes media rows: saves a description, deletes a picture, sets the order; reads where it is used.
import type { SupabaseClient } from '@supabase/supabase-js';
import { contentTables, contentTypeOf, type ContentType } from '../../content/content-types.ts';
import { browserClient } from '../../data/browser-client.ts';
import { errorMessage } from '../../ui/error-message.ts';
import { mediaTableQuery, type MediaOwnerType } from './media-owner-types.ts';
import { mediaTexts } from './media-texts.ts';

const { errors } = mediaTexts;

/** The part of a media or app_media row that can be edited. */
export interface MediaRow {
  id: string;
  source: MediaOwnerType;
  kind: string;
  url: string;
  alt: string;
}

function explain(error: object): Error {
  return new Error(errorMessage(error, { PT409: errors.listChanged, 42501: errors.denied }));
}

/** Updates the description and kind of the row that was read; another user's changes are kept. */
export async function updateMediaDescription(change: {
  item: MediaRow;
  kind: string;
  alt: string;
}): Promise<void> {
  const { item, kind, alt } = change;
  const { data, error } = await mediaTableQuery(item.source)
    .update({ kind, alt })
    .eq('id', item.id)
    .eq('kind', item.kind)
    .eq('alt', item.alt)
    .select('id');
  if (error) throw explain(error);
  if (data.length === 0) throw new Error(errors.imageChanged);
}

const uploadedFolder = /\/storage\/v1\/object\/public\/pictures\/([\w-]+)\/[^/]+$/;

/** Deletes an uploaded picture's files if no row refers to them. The hourly cleanup repeats what fails. */
async function removeFiles(url: string): Promise<void> {
  const folder = uploadedFolder.exec(url)?.[1];
  if (folder === undefined) return;
  const pictures = browserClient().storage.from('pictures');
  const { data } = await pictures.list(folder);
  if (data && data.length > 0) await pictures.remove(data.map(({ name }) => `${folder}/${name}`));
}

/** Deletes a picture, and removes it from pages that show it. No error if it does not exist. */
export async function deleteMedia({ id, source, url }: MediaRow): Promise<void> {
  const { data: gone, error } = await browserClient().rpc('delete_media', { media_id: id });
  if (error) throw explain(error);
  if (gone === null) {
    const { data: stays } = await mediaTableQuery(source).select('id').eq('id', id).maybeSingle();
    if (stays) throw new Error(errors.denied);
  }
  // a version of the app may restore it; the hourly cleanup removes files that no version has
  if (source !== 'app') await removeFiles(url).catch(() => undefined);
}

/** Sets the order of an app's pictures; `ids` must contain all of them. */
export async function saveAppMediaOrder(appId: string, ids: readonly string[]): Promise<void> {
  const { error } = await browserClient().rpc('order_app_media', { app_id: appId, ids: [...ids] });
  if (error) throw explain(error);
}

async function readNames(
  columnOf: (type: ContentType) => string,
  operator: 'eq' | 'like',
  value: string,
): Promise<string[]> {
  // the generated types do not support a variable table name
  const client = browserClient() as unknown as SupabaseClient;
  const found = await Promise.all(
    contentTables.map((table) => {
      const type = contentTypeOf(table);
      const query = client.from(table).select(`name:${type.columns.name}`);
      return query.filter(columnOf(type), operator, value).throwOnError();
    }),
  );
  return found.flatMap(({ data }) => data as unknown as { name: string }[]).map(({ name }) => name);
}

/**
 * The names of records whose picture has this URL, and of those whose text contains it: texts keep the files of the
 * picture.
 */
export async function readPictureUses(url: string): Promise<{ shownOn: string[]; inTextOf: string[] }> {
  const folder = uploadedFolder.exec(url)?.[1];
  const [shownOn, inTextOf] = await Promise.all([
    readNames(({ columns }) => columns.picture, 'eq', url),
    folder === undefined
      ? []
      : readNames(({ longText }) => longText.column, 'like', `%/pictures/${folder}/%`),
  ]);
  return { shownOn, inTextOf };
}
