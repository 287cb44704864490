// Database requests for deleted content: list by page, restore, delete permanently.
import type { ContentTableName } from '../../../content/content-types.ts';
import { browserClient } from '../../../data/browser-client.ts';
import { usePagedQuery } from '../../../data/read-newest.ts';
import { toContentError } from '../content-records.ts';

const perPage = 50;

export interface DeletedRecord {
  /** the id of the record */
  id: string;
  kind: ContentTableName;
  name: string;
  slug: string;
  deletedAt: string;
  /** null: deleted by the server */
  accountName: string | null;
}

async function readTrash(after: DeletedRecord | null) {
  let query = browserClient()
    .from('deleted_content')
    .select('id:record_id, kind, name, slug, deletedAt:deleted_at, accountName:account_name')
    .order('deleted_at', { ascending: false })
    .order('record_id', { ascending: false })
    .limit(perPage + 1);
  if (after) {
    const { deletedAt, id } = after;
    query = query.or(`deleted_at.lt."${deletedAt}",and(deleted_at.eq."${deletedAt}",record_id.lt.${id})`);
  }
  const { data } = await query.throwOnError();
  const items = data.slice(0, perPage) as DeletedRecord[];
  return { items, next: data.length > perPage ? (items.at(-1) ?? null) : null };
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

/** Deletes it permanently; no error if it does not exist. */
export async function deleteRecordPermanently({ kind, id }: DeletedRecord): Promise<void> {
  const { error } = await browserClient()
    .from('deleted_content')
    .delete()
    .eq('kind', kind)
    .eq('record_id', id);
  if (error) throw toContentError(error);
}
