// A published record with its draft, and the database functions that save, publish, schedule, discard and undo.
import type { PostgrestError } from '@supabase/supabase-js';
import type { ContentTableName } from '../../../content/content-types.ts';
import { browserClient } from '../../../data/browser-client.ts';
import type { StoredRecord } from '../content-form.ts';
import { readRecordForEditor, toContentError } from '../content-records.ts';

/** A version of a record with its author. */
export interface KeptVersion {
  version: number;
  record: StoredRecord;
  savedAt: string;
  /** null: the server */
  by: string | null;
}

export interface RecordSchedule {
  version: number;
  dueAt: string;
  zone: string;
  /** why it was not published when it was due */
  error: string | null;
}

/** What editors work on, beside what visitors see. */
export interface EditedRecord {
  row: StoredRecord;
  /** the version that equals the row; null for a row from before versions existed */
  live: KeptVersion | null;
  draft: (KeptVersion & { base: number; isRebased?: boolean }) | null;
  schedule: RecordSchedule | null;
  /** the publication that can be undone, until the next save */
  undoable: number | null;
}

const versionColumns = 'version, record, saved_at, account_name';

async function readVersion(
  table: ContentTableName,
  id: string,
  wanted: { version: number } | { state: 'saved' },
): Promise<KeptVersion | null> {
  const query = browserClient()
    .from('content_versions')
    .select(versionColumns)
    .match({ kind: table, record_id: id, ...wanted });
  const { data } = await query.order('version', { ascending: false }).limit(1).maybeSingle().throwOnError();
  return (
    data && {
      version: data.version,
      record: data.record as unknown as StoredRecord,
      savedAt: data.saved_at,
      by: data.account_name,
    }
  );
}

/** The version from which a draft was made. */
export function readBase(table: ContentTableName, id: string, version: number): Promise<KeptVersion | null> {
  return readVersion(table, id, { version });
}

/**
 * The newest version is read before the row: if another person saves in between, the version is the older one, and
 * publishing asks for a merge instead of overwriting.
 */
export async function readEditedRecord(table: ContentTableName, id: string): Promise<EditedRecord | null> {
  const live = await readVersion(table, id, { state: 'saved' });
  const [row, heads] = await Promise.all([
    readRecordForEditor(table, id),
    browserClient()
      .from('content_heads')
      .select('*')
      .match({ kind: table, record_id: id })
      .maybeSingle()
      .throwOnError(),
  ]);
  if (!row) return null;
  const head = heads.data;
  const draft =
    head?.draft != null && head.draft_base !== null
      ? await readVersion(table, id, { version: head.draft })
      : null;
  return {
    row,
    live,
    draft: draft && { ...draft, base: head?.draft_base ?? 0 },
    schedule:
      head?.scheduled != null && head.due_at !== null && head.zone !== null
        ? { version: head.scheduled, dueAt: head.due_at, zone: head.zone, error: head.error }
        : null,
    undoable:
      head?.published != null && head.published === live?.version && draft === null ? head.published : null,
  };
}

/** `stale`: another person has saved the draft, or published, since; nothing was written. */
export type DraftOutcome =
  | { outcome: 'done'; version: number }
  | { outcome: 'stale' }
  | { outcome: 'slug-taken' }
  | { outcome: 'gone' };

function toOutcome({ data, error }: { data: number | null; error: PostgrestError | null }): DraftOutcome {
  if (!error) return { outcome: 'done', version: data ?? 0 };
  if (error.code === 'PT409') return { outcome: 'stale' };
  if (error.code === 'PT404') return { outcome: 'gone' };
  if (error.code === '23505') return { outcome: 'slug-taken' };
  throw toContentError(error);
}

export interface DraftTarget {
  kind: ContentTableName;
  record_id: string;
}

/** `base`: the version that visitors see and from which this was made; `draft`: the draft before this one. */
export async function saveDraft(
  target: DraftTarget,
  given: { columns: Record<string, unknown>; base: number; draft: number | null },
): Promise<DraftOutcome> {
  const { draft, columns, base } = given;
  const values = { ...target, columns: columns as never, base, ...(draft === null ? {} : { draft }) };
  return toOutcome(await browserClient().rpc('save_draft', values));
}

export async function publishDraft(target: DraftTarget, draft: number): Promise<DraftOutcome> {
  return toOutcome(await browserClient().rpc('publish_draft', { ...target, draft }));
}

/** Without a time, cancels the schedule of this version. */
export async function scheduleDraft(
  target: DraftTarget,
  draft: number,
  due?: { due_at: string; zone: string },
): Promise<DraftOutcome> {
  const { error } = await browserClient().rpc('schedule_draft', { ...target, draft, ...due });
  return toOutcome({ data: draft, error });
}

export async function discardDraft(target: DraftTarget, draft: number): Promise<DraftOutcome> {
  const { error } = await browserClient().rpc('discard_draft', { ...target, draft });
  return toOutcome({ data: draft, error });
}

export async function undoPublish(target: DraftTarget, version: number): Promise<DraftOutcome> {
  return toOutcome(await browserClient().rpc('undo_publish', { ...target, version }));
}
