// What was typed in an editor, kept on the server for its author: sends it, reads it, deletes it.
import type { ContentTableName } from '../../content/content-types.ts';
import { browserClient } from '../../data/browser-client.ts';
import type { Json } from '../../data/database-types.ts';
import { deviceNameOf } from '../screen/device-name-of.ts';
import type { ContentDraft } from './content-form.ts';
import { toContentError } from './content-records.ts';
import type { KeptDraft } from './use-form-draft.ts';

export interface AutosavedRecord {
  table: ContentTableName;
  id: string;
  /** nothing of it is saved yet */
  isNew: boolean;
}

/** The draft of a record, as it is on the device. */
export interface SentDraft {
  record: AutosavedRecord;
  draftId: string;
  typedAt: number;
  draft: KeptDraft<ContentDraft>;
}

/** What was typed somewhere, and not saved. */
export interface Autosave {
  recordId: string;
  step: number;
  savedAt: string;
  draftId: string;
  typedAt: string;
  deviceName: string;
  draft: KeptDraft<ContentDraft>;
}

const longestMs = 20_000;

/** Keeps a draft on the server. `isReplaced`: other text has replaced it in the editor. */
export async function sendAutosave(
  { record: { table, id, isNew }, draftId, typedAt, draft }: SentDraft,
  isReplaced: boolean,
): Promise<void> {
  const { error } = await browserClient()
    .rpc('keep_autosave', {
      kind: table,
      record_id: id,
      draft_id: draftId,
      typed_at: new Date(typedAt).toISOString(),
      device_name: deviceNameOf(navigator.userAgent),
      // the generated types do not know that it may be null
      base_revision: isNew ? (null as unknown as string) : draft.began.revision,
      is_replaced: isReplaced,
      draft: draft as unknown as Json,
    })
    .abortSignal(AbortSignal.timeout(longestMs));
  if (error) throw toContentError(error);
}

const columns =
  'recordId:record_id, step, savedAt:saved_at, draftId:draft_id, typedAt:typed_at, deviceName:device_name, draft';
const mostRead = 10;
/** The query of what was typed, and replaced before it was saved. */
export const replacedQueryName = 'replaced-texts';

/** The value with its names in the order of `like`: PostgreSQL stores them in another, and drafts are compared as JSON. */
function inOrderOf<Value>(like: unknown, value: Value): Value {
  if (Array.isArray(value) && Array.isArray(like)) {
    return value.map((part: unknown) => inOrderOf(like[0], part)) as Value;
  }
  if (typeof value !== 'object' || typeof like !== 'object' || value === null || like === null) return value;
  const parts = new Map<string, unknown>(Object.entries(value));
  const names = [...Object.keys(like).filter((name) => parts.has(name)), ...parts.keys()];
  const entries = names.map((name) => [name, inOrderOf(Reflect.get(like, name), parts.get(name))]);
  return Object.fromEntries(entries) as Value;
}

/** What was typed in a record, and not saved (`isReplaced`: because other text replaced it in the editor); for a new one, in all records that are not saved yet. Newest first. */
export async function readAutosaves(
  { table, id, isNew }: AutosavedRecord,
  { isReplaced, like }: { isReplaced: boolean; like: KeptDraft<ContentDraft> },
): Promise<Autosave[]> {
  const ofKind = browserClient()
    .from('content_autosaves')
    .select(columns)
    .eq('kind', table)
    .eq('is_replaced', isReplaced);
  const rows = isNew ? ofKind.is('base_revision', null) : ofKind.eq('record_id', id);
  const { data } = await rows.order('saved_at', { ascending: false }).limit(mostRead).throwOnError();
  return (data as unknown as Autosave[]).map((autosave) => ({
    ...autosave,
    draft: inOrderOf(like, autosave.draft),
  }));
}

/** Deletes what the server has of a draft, because it was saved or discarded. */
export async function deleteAutosaves({ record, draftId }: SentDraft): Promise<void> {
  await browserClient()
    .from('content_autosaves')
    .delete()
    .eq('kind', record.table)
    .eq('record_id', record.id)
    .eq('draft_id', draftId)
    .eq('is_replaced', false)
    .abortSignal(AbortSignal.timeout(longestMs))
    .throwOnError();
}

/** Deletes one, because it was taken over or discarded. */
export async function deleteAutosave(table: ContentTableName, { recordId, step }: Autosave): Promise<void> {
  const rows = browserClient().from('content_autosaves').delete().eq('kind', table).eq('record_id', recordId);
  await rows.eq('step', step).throwOnError();
}
