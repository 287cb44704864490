import type { SupabaseClient } from '@supabase/supabase-js';
import { browserClient } from './browser-client.ts';
import type { Database } from './database-types.ts';

/** The tables of the records that have a page of their own. */
export type RecordTable = 'services' | 'apps' | 'posts';
export type RecordRow<Table extends RecordTable> = Database['public']['Tables'][Table]['Row'];
type Columns<Table extends RecordTable> = Omit<Database['public']['Tables'][Table]['Insert'], 'id'>;

/** How saving ended. `elsewhere`: somebody else saved it since, or deleted it (null); nothing was written. */
export type SaveOutcome<Row> =
  | { outcome: 'saved'; row: Row }
  | { outcome: 'slug-taken' }
  | { outcome: 'elsewhere'; theirs: Row | null };

interface DatabaseError {
  code: string;
  message: string;
}

/** The table by its name: the client's own types cannot follow a name that is one of three. */
function tableOf(table: RecordTable) {
  return (browserClient() as unknown as SupabaseClient).from(table);
}

function explain({ code, message }: DatabaseError): Error {
  return new Error(code === '42501' ? "You don't have permission to change content. Ask an owner." : message);
}

function isSlugTaken({ code, message }: DatabaseError): boolean {
  return code === '23505' && message.includes('_slug_unique');
}

/** One record with everything an editor shows, or null. */
export async function readRecord<Table extends RecordTable>(
  table: Table,
  id: string,
): Promise<RecordRow<Table> | null> {
  const { data } = await tableOf(table).select('*').eq('id', id).maybeSingle().throwOnError();
  return data as RecordRow<Table> | null;
}

/**
 * Writes a record. `version` is the `updated_at` of the row that was edited: what somebody else saved since then
 * stays. null makes a new record; its id is made before the first try, so that trying again makes no second one.
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
  // the first try did arrive, although its answer did not
  const isOurs = made?.error?.message.includes('_pkey');
  const change = tableOf(table).update(columns).eq('id', id);
  const { data, error } =
    made && !isOurs ? made : await (version === null ? change : change.eq('updated_at', version)).select();
  if (error && isSlugTaken(error)) return { outcome: 'slug-taken' };
  if (error) throw explain(error);
  const [row] = data as RecordRow<Table>[];
  if (row) return { outcome: 'saved', row };
  const theirs = await readRecord(table, id);
  // It stands as it was: nobody else has written, but a policy has left it out of what this account may change.
  if (theirs && (version === null || theirs.updated_at === version)) {
    throw explain({ code: '42501', message: '' });
  }
  return { outcome: 'elsewhere', theirs };
}

/**
 * Signs a look at a record as it is stored, a draft too: the path of a page that whoever has it may open for 30
 * minutes. The database signs as the caller; see decision 0023.
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

/** Deletes a record; one that is gone already is no failure. */
export async function deleteRecord(table: RecordTable, id: string): Promise<void> {
  const { data, error } = await tableOf(table).delete().eq('id', id).select('id');
  if (error) throw explain(error);
  if (data.length === 0 && (await readRecord(table, id))) throw explain({ code: '42501', message: '' });
}
