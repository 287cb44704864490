// Saves the draft of a published record, then publishes or schedules it.
import { contentColumnValuesOf, contentDraftOf } from '../content-draft.ts';
import {
  scheduledPublicationTime,
  type ContentDraft,
  type ContentScreenDefinition,
  type StoredRecord,
} from '../content-form.ts';
import { addToMedia } from '../add-to-media.ts';
import type { StoredValues } from '../use-form-draft.ts';
import { versionScreenshotsOf } from '../versions/use-versions.ts';
import {
  publishDraft,
  readBase,
  readEditedRecord,
  saveDraft,
  scheduleDraft,
  type EditedRecord,
} from './edited-record.ts';

export interface DraftWrite {
  screen: ContentScreenDefinition;
  edited: EditedRecord;
  values: ContentDraft;
  /** whether the values differ from what is stored */
  isTyped: boolean;
  /** publishes after saving, or schedules if the date is in the future */
  publishes: boolean;
  /** the agency's time zone */
  zone: string;
}

/**
 * `stale`: another person has saved the draft or published since. `theirs` is what they saved, and `began` the state
 * that both started from; null: the one that the editor began with.
 */
export type DraftResult =
  | { outcome: 'kept' | 'published' | 'nothing'; edited: EditedRecord }
  | { outcome: 'scheduled'; edited: EditedRecord; dueAt: string }
  | {
      outcome: 'stale';
      edited: EditedRecord;
      theirs: StoredRecord;
      began: StoredRecord | null;
      by: string | null;
    }
  | { outcome: 'slug-taken' }
  | { outcome: 'gone' };

/** What the editor shows of a record: its draft, if there is one. */
export function shownRecordOf({ row, draft }: EditedRecord): StoredRecord {
  return draft === null ? row : { ...draft.record, is_published: row.is_published };
}

export function shownValuesOf(
  screen: ContentScreenDefinition,
  edited: EditedRecord,
): StoredValues<ContentDraft> {
  const revision = edited.draft === null ? edited.row.updated_at : String(edited.draft.version);
  return { values: contentDraftOf(screen, shownRecordOf(edited)), revision };
}

/** The future time at which these values are to be published, or null. */
export function dueTimeOf(screen: ContentScreenDefinition, values: ContentDraft): string | null {
  const at = contentColumnValuesOf(screen, values)['published_at'] as string | null;
  return scheduledPublicationTime({ is_published: true, published_at: at });
}

/** Screenshots are saved at once, so a draft has those that are published. */
function columnsOf({ screen, values, edited }: DraftWrite): Record<string, unknown> {
  const { is_published: _, ...columns } = contentColumnValuesOf(screen, values);
  const screenshots = edited.live && versionScreenshotsOf(edited.live.record);
  return screenshots === null ? columns : { ...columns, screenshots };
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export async function writeDraft(write: DraftWrite): Promise<DraftResult> {
  const { screen, edited, isTyped, publishes, zone } = write;
  const target = { kind: screen.table, record_id: edited.row.id };
  const columns = columnsOf(write);
  const dueAt = dueTimeOf(screen, write.values);
  // the future time is that of the schedule
  if (dueAt !== null) columns['published_at'] = shownRecordOf(edited).published_at;
  const stored = shownRecordOf(edited) as Record<string, unknown>;
  const isChanged =
    isTyped && Object.entries(columns).some(([name, value]) => !isSame(value, stored[name] ?? null));
  let draft = edited.draft?.version ?? null;
  if (draft === null && !isChanged) return { outcome: 'nothing', edited };
  if (draft === null || isChanged || edited.draft?.isRebased === true) {
    const base = edited.draft?.base ?? edited.live?.version ?? 0;
    const saved = await saveDraft(target, { columns, base, draft });
    if (saved.outcome !== 'done') return saved.outcome === 'stale' ? readStale(screen, edited, draft) : saved;
    draft = saved.version;
  }
  if (publishes) {
    const made = await (dueAt === null
      ? publishDraft(target, draft)
      : scheduleDraft(target, draft, { due_at: dueAt, zone }));
    if (made.outcome !== 'done') return made.outcome === 'stale' ? readStale(screen, edited, draft) : made;
  }
  const now = await readEditedRecord(screen.table, edited.row.id);
  if (!now) return { outcome: 'gone' };
  if (publishes && dueAt === null) await addToMedia(screen, now.row);
  if (!publishes) return { outcome: 'kept', edited: now };
  return dueAt === null
    ? { outcome: 'published', edited: now }
    : { outcome: 'scheduled', edited: now, dueAt };
}

async function readStale(
  { table }: ContentScreenDefinition,
  { row: { id } }: EditedRecord,
  ours: number | null,
): Promise<DraftResult> {
  const now = await readEditedRecord(table, id);
  if (!now) return { outcome: 'gone' };
  const { draft, live, row } = now;
  if (draft === null || draft.version !== ours || live === null) {
    const by = (draft ?? live)?.by ?? null;
    return { outcome: 'stale', edited: now, theirs: shownRecordOf(now), began: null, by };
  }
  const base = await readBase(table, id, draft.base);
  return {
    outcome: 'stale',
    edited: { ...now, draft: { ...draft, base: live.version, isRebased: true } },
    theirs: row,
    began: base?.record ?? row,
    by: live.by,
  };
}
