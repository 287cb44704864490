// Writes several records of a list, one after the other, each as it was listed.
import { errorMessage } from '../../../ui/error-message.ts';
import type { ContentScreenDefinition, StoredRecord } from '../content-form.ts';
import { contentTableQuery, deleteRecord, readRecordForEditor, toContentError } from '../content-records.ts';
import { contentTexts } from '../content-texts.ts';
import { listTexts as t } from './list-texts.ts';

export type BulkAction = 'publish' | 'unpublish' | 'trash';

/** Whether the action would change the record. */
export const appliesTo: Record<BulkAction, (record: StoredRecord) => boolean> = {
  publish: (record) => !record.is_published,
  unpublish: (record) => record.is_published,
  trash: () => true,
};

/** Switches a record, as it was listed, on or off. One whose page shows a date gets today's, as in its editor. */
async function setPublished(
  { table, columns }: ContentScreenDefinition,
  { id, updated_at: version, published_at: at }: StoredRecord,
  isPublished: boolean,
): Promise<void> {
  const needsDate = isPublished && at === null && columns.date === 'published_at';
  const change = {
    is_published: isPublished,
    ...(needsDate && { published_at: new Date().toISOString() }),
  };
  const request = contentTableQuery(table).update(change).eq('id', id).eq('updated_at', version);
  const { data, error } = await request.select('id');
  if (error) throw toContentError(error);
  if (data.length > 0) return;
  const now = await readRecordForEditor(table, id);
  if (!now) throw new Error(t.gone);
  throw new Error(now.updated_at === version ? contentTexts.errors.denied : t.changedSince);
}

export interface FailedWrite {
  record: StoredRecord;
  reason: string;
}

/** Returns what failed. */
export async function writeRecords(
  screen: ContentScreenDefinition,
  action: BulkAction,
  records: readonly StoredRecord[],
): Promise<FailedWrite[]> {
  const failed: FailedWrite[] = [];
  for (const record of records) {
    try {
      if (action === 'trash') await deleteRecord(screen.table, record);
      else await setPublished(screen, record, action === 'publish');
    } catch (error) {
      failed.push({ record, reason: errorMessage(error as Error) });
    }
  }
  return failed;
}
