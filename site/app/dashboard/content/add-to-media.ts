// Lists the picture of a record among the media of its type, once visitors may see it.
import { mediaTableQuery, mediaOwnerTypes } from '../media/media-owner-types.ts';
import type { ContentScreenDefinition, StoredRecord } from './content-form.ts';
import { isUploadedPicture } from './editor/record-addresses.ts';

/** Lists the picture under media, unless it is listed already. If this fails, the record still shows it. */
export async function addToMedia(
  { columns, form }: ContentScreenDefinition,
  row: StoredRecord,
): Promise<void> {
  const { mediaOf: source, isLogo } = form.picture;
  const url = row[columns.picture] as string | null;
  if (source === null || url === null || !isUploadedPicture(url)) return;
  const { data } = await mediaTableQuery(source).select('id').eq('url', url).limit(1);
  if (data?.length !== 0) return;
  const alt = (row[columns.pictureAlt] as string | null) ?? '';
  const kind = isLogo ? 'logo' : 'hero';
  await mediaTableQuery(source).insert({ [mediaOwnerTypes[source].ownerColumn]: row.id, kind, url, alt });
}
