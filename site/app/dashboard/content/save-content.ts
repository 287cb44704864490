import { mediaRows } from '../media/media-rows.ts';
import { mediaSources } from '../media/media-sources.ts';
import { isUploaded } from '../screen/picture-address.ts';
import { columnsOf } from './content-draft.ts';
import type { ContentDraft, ContentScreen, StoredRecord } from './content-form.ts';
import { saveRecord, type RecordSaveOutcome } from './content-records.ts';

export interface ContentSave {
  id: string;
  values: ContentDraft;
  /** `updated_at` of the row that was edited; null makes a new record */
  version: string | null;
}

/** Saves a record; its picture is listed among the media of its type, where the type has any. */
export async function saveContent(
  screen: ContentScreen,
  { id, values, version }: ContentSave,
): Promise<RecordSaveOutcome> {
  const { table } = screen;
  const result = await saveRecord(table, { id, columns: columnsOf(screen, values), version });
  if (result.outcome === 'saved') await addToMedia(screen, result.row);
  return result;
}

/** Once. If this fails, the record still shows its picture. */
async function addToMedia({ columns, form }: ContentScreen, row: StoredRecord): Promise<void> {
  const { mediaOf: source, isLogo } = form.picture;
  const url = row[columns.picture] as string | null;
  if (source === null || url === null || !isUploaded(url)) return;
  const { data } = await mediaRows(source).select('id').eq('url', url).limit(1);
  if (data?.length !== 0) return;
  const alt = (row[columns.pictureAlt] as string | null) ?? '';
  const kind = isLogo ? 'logo' : 'hero';
  await mediaRows(source).insert({ [mediaSources[source].ownerColumn]: row.id, kind, url, alt });
}
