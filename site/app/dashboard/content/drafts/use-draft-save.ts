// Saves the draft of a published record from its editor, and merges what others saved.
import { useAgency } from '../../../agency/use-agency.ts';
import { toast, toastSuccess } from '../../../ui/toast.tsx';
import { showError } from '../../screen/show-error.ts';
import { useWriteMutation } from '../../screen/use-write-mutation.ts';
import { formatZonedTime } from '../../screen/zoned-time.ts';
import { contentDraftOf, findValuesChangedByServer, lostSampleParts } from '../content-draft.ts';
import {
  recordNameOf,
  type ContentDraft,
  type ContentScreenDefinition,
  type StoredRecord,
} from '../content-form.ts';
import { contentTexts } from '../content-texts.ts';
import type { FormDraft } from '../use-form-draft.ts';
import { draftTexts as t } from './draft-texts.ts';
import { readEditedRecord, undoPublish, type EditedRecord } from './edited-record.ts';
import { publishingTimeFieldName } from '../fields/publishing-time-field.tsx';
import { dueTimeOf, shownRecordOf, shownValuesOf, writeDraft, type DraftResult } from './write-draft.ts';

interface DraftSaveOptions {
  screen: ContentScreenDefinition;
  draft: FormDraft<ContentDraft>;
  /** the form that toasts are about */
  form: string;
  onRead: (edited: EditedRecord) => void;
  /** another person deleted the record */
  onGone: () => void;
  /** what others saved is merged, and nothing has to be chosen */
  onMerged: (publishes: boolean) => void;
  onProblem: () => void;
}

export function useDraftSave(options: DraftSaveOptions) {
  const { screen, draft, form, onRead, onGone, onMerged, onProblem } = options;
  const { table } = screen;
  const { timeZone } = useAgency();
  const saving = useWriteMutation(writeDraft, [table]);

  /** Takes over what another person saved; returns whether nothing has to be chosen. */
  function merge(
    now: EditedRecord,
    by: string | null,
    describeMerge: (by: string | null) => string,
    sides?: { theirs: StoredRecord; began: StoredRecord | null },
  ): boolean {
    onRead(now);
    const shown = shownValuesOf(screen, now);
    const next = sides ? { ...shown, values: contentDraftOf(screen, sides.theirs) } : shown;
    const began = sides?.began ? contentDraftOf(screen, sides.began) : undefined;
    if (draft.merge(next, by, began).length > 0) return false;
    toast({ title: describeMerge(by) });
    return true;
  }

  async function reread(id: string): Promise<void> {
    const now = await readEditedRecord(table, id);
    if (!now) return onGone();
    onRead(now);
    draft.merge(shownValuesOf(screen, now), (now.draft ?? now.live)?.by ?? null);
  }

  async function undo(id: string, version: number): Promise<void> {
    try {
      const { outcome } = await undoPublish({ kind: table, record_id: id }, version);
      await reread(id);
      if (outcome === 'done') toastSuccess({ title: t.undone, description: t.undoneText, form });
      else toast({ title: t.undoRefused, form });
    } catch (error) {
      showError(error as Error, form);
    }
  }

  function report(result: DraftResult, values: ContentDraft, publishes: boolean): void {
    if (result.outcome === 'nothing') {
      toast({ title: t.nothing, description: t.nothingText });
      return;
    }
    if (result.outcome === 'stale') {
      if (merge(result.edited, result.by, contentTexts.elsewhere.unsavedMerge, result)) onMerged(publishes);
      else onProblem();
      return;
    }
    if (result.outcome === 'slug-taken' || result.outcome === 'gone') {
      if (result.outcome === 'gone') onGone();
      else draft.reject({ field: `${screen.id}-slug`, text: contentTexts.problems.slugTaken });
      onProblem();
      return;
    }
    const { edited } = result;
    const shown = shownRecordOf(edited);
    onRead(edited);
    const { revision } = shownValuesOf(screen, edited);
    // a future date is that of a schedule: it stays typed until the change is scheduled
    const isLeft = result.outcome === 'kept' && dueTimeOf(screen, values) !== null;
    const sent = isLeft
      ? { ...values, [publishingTimeFieldName]: contentDraftOf(screen, shown)[publishingTimeFieldName] }
      : values;
    draft.confirm(sent, revision, findValuesChangedByServer(screen, sent, shown));
    const { undoable, row } = edited;
    const action =
      result.outcome === 'published' && undoable !== null
        ? { label: t.undo, onClick: () => void undo(row.id, undoable) }
        : undefined;
    const { title, description } = describe(result, recordNameOf(screen, shown), timeZone);
    const hasLostSample = result.outcome === 'published' && lostSampleParts(screen, values, row);
    toastSuccess({
      title,
      description: hasLostSample ? `${description} ${contentTexts.editor.sampleRemoved}` : description,
      form,
      action,
    });
  }

  function save(edited: EditedRecord, publishes: boolean): void {
    const { values, isChanged: isTyped } = draft;
    draft.send(values);
    saving.mutate(
      { screen, edited, values, isTyped, publishes, zone: timeZone },
      {
        onSuccess: (result) => report(result, values, publishes),
        onError(error) {
          showError(error, form);
          onProblem();
        },
      },
    );
  }

  return { isPending: saving.isPending, save, merge, reread };
}

function describe(
  result: Exclude<DraftResult, { outcome: 'stale' | 'nothing' | 'slug-taken' | 'gone' }>,
  name: string,
  timeZone: string,
): { title: string; description: string } {
  if (result.outcome === 'scheduled') {
    return {
      title: t.scheduledDone,
      description: t.scheduledText(name, formatZonedTime(result.dueAt, timeZone)),
    };
  }
  return result.outcome === 'published'
    ? { title: t.published, description: t.publishedText(name) }
    : { title: t.saved, description: t.savedText(name) };
}
