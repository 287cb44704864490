// Database requests for one content record: read, save with conflict detection, delete, preview link.
import type { SupabaseClient } from '@supabase/supabase-js';
import type { ContentTableName } from '../../content/content-types.ts';
import { browserClient } from '../../data/browser-client.ts';
import { isDuplicate, isRetriedInsert } from '../../data/is-retried-insert.ts';
import { errorMessage } from '../../ui/error-message.ts';
import type { StoredRecord } from './content-form.ts';
import { contentTexts } from './content-texts.ts';

/** A record that another person has saved since; `by`: their name, if a person saved it. */
interface OtherSave {
  row: StoredRecord;
  by: string | null;
}

/**
 * The result of a save. `elsewhere`: another user has saved the record since (`theirs`) or deleted it (null), so
 * nothing was written.
 */
export type RecordSaveOutcome =
  | { outcome: 'saved'; row: StoredRecord }
  | { outcome: 'slug-taken' }
  | { outcome: 'elsewhere'; theirs: OtherSave | null };

export interface SaveRecordRequest {
  id: string;
  columns: Record<string, unknown>;
  version: string | null;
}

/** A table by its name: the client's types do not support a name that is one of several. */
export function contentTableQuery(table: ContentTableName) {
  return (browserClient() as unknown as SupabaseClient).from(table);
}

const { denied, noPreview, changedSince } = contentTexts.errors;

/** Has the error message for staff, and `cause`; `byCode` has the messages for further codes. */
export function toContentError(error: object, byCode: Readonly<Record<string, string>> = {}): Error {
  return new Error(errorMessage(error, { 42501: denied, ...byCode }), { cause: error });
}

/** One record with everything that an editor shows, or null. */
export async function readRecordForEditor(table: ContentTableName, id: string): Promise<StoredRecord | null> {
  const { data } = await contentTableQuery(table).select('*').eq('id', id).maybeSingle().throwOnError();
  return data as StoredRecord | null;
}

/** Who saved the newest version of a record; null: the server. */
export async function readLastAuthor(table: ContentTableName, id: string): Promise<string | null> {
  const { data } = await browserClient()
    .from('content_versions')
    .select('account_name')
    .eq('kind', table)
    .eq('record_id', id)
    .eq('state', 'saved')
    .order('version', { ascending: false })
    .limit(1)
    .maybeSingle()
    .throwOnError();
  return data?.account_name ?? null;
}

/**
 * Writes a record. `version` is the `updated_at` of the edited row; if another user has saved since, nothing is
 * overwritten. null creates a new record, whose id is created before the first attempt, so that a retry creates no
 * second one.
 */
export async function saveRecord(
  table: ContentTableName,
  { id, columns, version }: SaveRecordRequest,
): Promise<RecordSaveOutcome> {
  const made =
    version === null
      ? await contentTableQuery(table)
          .insert({ id, ...columns })
          .select()
      : null;
  // the id exists already: the first attempt succeeded, although its response was lost
  const isOurs = isRetriedInsert(made?.error);
  const change = contentTableQuery(table).update(columns).eq('id', id);
  const { data, error } =
    made && !isOurs ? made : await (version === null ? change : change.eq('updated_at', version)).select();
  if (isDuplicate(error, '_slug_unique')) return { outcome: 'slug-taken' };
  if (error) throw toContentError(error);
  const [row] = data as StoredRecord[];
  if (row) return { outcome: 'saved', row };
  const theirs = await readRecordForEditor(table, id);
  // The row is unchanged and was not written: a policy does not let this account change it.
  if (theirs && (version === null || theirs.updated_at === version)) {
    throw new Error(denied);
  }
  if (!theirs) return { outcome: 'elsewhere', theirs: null };
  return { outcome: 'elsewhere', theirs: { row: theirs, by: await readLastAuthor(table, id) } };
}

/**
 * The path of a preview of a record as it is stored, published or not, or of its draft, that anyone with the link may
 * open for 30 minutes. The database signs for the caller; see docs/decisions/0002.
 */
export async function createPreviewPath(table: string, id: string, ofDraft: boolean): Promise<string> {
  const { data, error } = await browserClient().rpc('sign_preview', {
    kind: table,
    record_id: id,
    of_draft: ofDraft,
  });
  if (error) throw toContentError(error);
  if (!data) throw new Error(noPreview);
  return `/preview/${table}/${data}`;
}

/** Deletes a record as it was read; no error if it does not exist. */
export async function deleteRecord(
  table: ContentTableName,
  { id, updated_at: version }: StoredRecord,
): Promise<void> {
  const request = contentTableQuery(table).delete().eq('id', id).eq('updated_at', version);
  const { data, error } = await request.select('id');
  if (error) throw toContentError(error);
  if (data.length > 0) return;
  const now = await readRecordForEditor(table, id);
  if (now) throw new Error(now.updated_at === version ? denied : changedSince);
}
