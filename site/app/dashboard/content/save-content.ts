import { addToMedia } from '../media/upload/add-to-media.ts';
import { columnsOf } from './content-draft.ts';
import type { ContentDraft, ContentScreen } from './content-form.ts';
import { saveRecord, type SaveOutcome } from './content-records.ts';

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
): Promise<SaveOutcome> {
  const { table, columns, form } = screen;
  const result = await saveRecord(table, { id, columns: columnsOf(screen, values), version });
  const { mediaOf: source, isLogo } = form.picture;
  if (result.outcome === 'saved' && source !== null) {
    const url = result.row[columns.picture] as string | null;
    const alt = result.row[columns.pictureAlt] as string | null;
    await addToMedia({ source, id, kind: isLogo ? 'logo' : 'hero', url, alt });
  }
  return result;
}
