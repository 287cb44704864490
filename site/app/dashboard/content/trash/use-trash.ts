// Database requests for deleted content: list by page, restore, delete permanently.
import type { ContentTableName } from '../../../content/content-types.ts';
import { browserClient } from '../../../data/browser-client.ts';
import type { KeysetCursor } from '../../../data/keyset-cursor.ts';
import { readPageNewestFirst, usePagedQuery } from '../../../data/read-newest.ts';
import { toContentError } from '../content-records.ts';
import { trashTexts } from './trash-texts.ts';

const perPage = 50;

export interface DeletedRecord {
  /** the id of the record */
  id: string;
  kind: ContentTableName;
  name: string;
  slug: string;
  /** when it was deleted */
  created_at: string;
  /** null: deleted by the server */
  accountName: string | null;
}

async function readTrash(after: KeysetCursor | null) {
  const deleted = browserClient()
    .from('deleted_content')
    .select('id:record_id, kind, name, slug, created_at:deleted_at, accountName:account_name');
  const { items, next } = await readPageNewestFirst(deleted, perPage, after, 'deleted_at', 'record_id');
  return { items: items as DeletedRecord[], next };
}

export const trashQueryName = 'trash';

/** Deleted records, the latest first. */
export function useTrash() {
  return usePagedQuery([trashQueryName], readTrash);
}

/** Restores a record as a draft; returns its slug. */
export async function restoreDeletedRecord({ kind, id }: DeletedRecord): Promise<string> {
  const { data, error } = await browserClient().rpc('restore_deleted', { kind, record_id: id });
  if (error) throw toContentError(error);
  return data;
}

/**
 * Deletes permanently what was deleted at that time: not the same record if it was restored, changed and deleted again.
 * No error if it does not exist.
 */
export async function deleteRecordPermanently({ kind, id, created_at: at }: DeletedRecord): Promise<void> {
  const trash = browserClient().from('deleted_content');
  const { data, error } = await trash
    .delete()
    .eq('kind', kind)
    .eq('record_id', id)
    .eq('deleted_at', at)
    .select('record_id');
  if (error) throw toContentError(error);
  if (data.length > 0) return;
  const { data: other } = await trash.select('record_id').eq('kind', kind).eq('record_id', id).throwOnError();
  if (other.length > 0) throw new Error(trashTexts.deletedAgain);
}
