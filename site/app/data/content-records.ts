import type { SupabaseClient } from '@supabase/supabase-js';
import { browserClient } from './browser-client.ts';
import type { Database } from './database-types.ts';

/** Tables whose records have a page. */
export type RecordTable = 'services' | 'apps' | 'posts';
export type RecordRow<Table extends RecordTable> = Database['public']['Tables'][Table]['Row'];
type Columns<Table extends RecordTable> = Omit<Database['public']['Tables'][Table]['Insert'], 'id'>;

/** `elsewhere`: another user saved or deleted (null) the record meanwhile; nothing was written. */
export type SaveOutcome<Row> =
  | { outcome: 'saved'; row: Row }
  | { outcome: 'slug-taken' }
  | { outcome: 'elsewhere'; theirs: Row | null };

interface DatabaseError {
  code: string;
  message: string;
}

/** The client's types cannot follow a table name that is one of three. */
function tableOf(table: RecordTable) {
  return (browserClient() as unknown as SupabaseClient).from(table);
}

function explain({ code, message }: DatabaseError): Error {
  return new Error(code === '42501' ? "You don't have permission to change content. Ask an owner." : message);
}

function isSlugTaken({ code, message }: DatabaseError): boolean {
  return code === '23505' && message.includes('_slug_unique');
}

/** One record with all that an editor shows, or null. */
export async function readRecord<Table extends RecordTable>(
  table: Table,
  id: string,
): Promise<RecordRow<Table> | null> {
  const { data } = await tableOf(table).select('*').eq('id', id).maybeSingle().throwOnError();
  return data as RecordRow<Table> | null;
}

/**
 * Saves a record if its `updated_at` is still `version`, else another user's changes would be lost. null creates it;
 * the id comes from the caller, so that a retry is idempotent.
 */
export async function saveRecord<Table extends RecordTable>(
  table: Table,
  request: { id: string; columns: Columns<Table>; version: string | null },
): Promise<SaveOutcome<RecordRow<Table>>> {
  const { id, version } = request;
  const columns: Record<string, unknown> = request.columns;
  const made =
    version === null
      ? await tableOf(table)
          .insert({ id, ...columns })
          .select()
      : null;
  // the first try arrived although its response did not
  const isOurs = made?.error?.message.includes('_pkey');
  const change = tableOf(table).update(columns).eq('id', id);
  const { data, error } =
    made && !isOurs ? made : await (version === null ? change : change.eq('updated_at', version)).select();
  if (error && isSlugTaken(error)) return { outcome: 'slug-taken' };
  if (error) throw explain(error);
  const [row] = data as RecordRow<Table>[];
  if (row) return { outcome: 'saved', row };
  const theirs = await readRecord(table, id);
  // Unchanged by others, so a policy excludes it from what this account may change.
  if (theirs && (version === null || theirs.updated_at === version)) {
    throw explain({ code: '42501', message: '' });
  }
  return { outcome: 'elsewhere', theirs };
}

/**
 * Path to a preview of a record, drafts too, for anyone who has it, for 30 minutes. The database signs it as the
 * caller; see decision 0023.
 */
export async function signPreview(table: RecordTable, id: string): Promise<string> {
  const { data, error } = await browserClient().rpc('sign_preview', { kind: table, record_id: id });
  if (error) throw explain(error);
  if (!data)
    throw new Error(
      "There's nothing to preview: it was deleted, or you don't have permission to view drafts.",
    );
  return `/preview/${table}/${data}`;
}

/** Deletes a record; deleting one twice is no error. */
export async function deleteRecord(table: RecordTable, id: string): Promise<void> {
  const { data, error } = await tableOf(table).delete().eq('id', id).select('id');
  if (error) throw explain(error);
  if (data.length === 0 && (await readRecord(table, id))) throw explain({ code: '42501', message: '' });
}
