// Offers what was typed in a record elsewhere, and not saved.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RichText } from '../../../texts/rich-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useWriteMutation } from '../../screen/use-write-mutation.ts';
import { AgencyZoneTime } from '../../screen/shown-times.tsx';
import { contentColumnValuesOf } from '../content-draft.ts';
import type { ContentDraft, ContentScreenDefinition, StoredRecord } from '../content-form.ts';
import { contentTexts } from '../content-texts.ts';
import type { FormDraft } from '../use-form-draft.ts';
import { describeColumns } from '../versions/describe-columns.ts';
import { VersionDialog } from '../versions/version-dialog.tsx';
import { versionTexts } from '../versions/version-texts.ts';
import {
  deleteAutosave,
  readAutosaves,
  sendAutosave,
  type Autosave,
  type AutosavedRecord,
} from '../autosaves.ts';
import styles from './editor.module.css';

const t = contentTexts.autosave;

interface AutosaveNoticeProps {
  screen: ContentScreenDefinition;
  record: AutosavedRecord;
  stored: StoredRecord | null;
  draft: FormDraft<ContentDraft>;
}

/** Shown until the person continues with it or discards it: nothing replaces text without being asked to. */
export function AutosaveNotice({ screen, record, stored, draft }: AutosaveNoticeProps) {
  const { table } = record;
  const [answered, setAnswered] = useState<readonly Autosave[]>([]);
  const [compared, setCompared] = useState<Autosave>();
  const { data: autosaves = [] } = useQuery({
    queryKey: ['autosaves', table, record.id],
    queryFn: () => readAutosaves(record, { isReplaced: false, like: draft.kept }),
    gcTime: 0,
    staleTime: Infinity,
  });
  const remove = useWriteMutation((autosave: Autosave) => deleteAutosave(table, autosave), [], {
    form: 'autosaves',
  });
  const move = useWriteMutation(async (autosave: Autosave) => {
    // there is a copy on the server at any time
    const { typedAt } = draft.times();
    await sendAutosave({ record, draftId: draft.id(), typedAt, draft: autosave.draft }, false);
    await deleteAutosave(table, autosave);
  }, []);
  const offered = autosaves.filter(
    (autosave) => !answered.includes(autosave) && isOffered(autosave, autosaves, screen, draft),
  );
  if (offered.length === 0) return null;

  function discard(autosave: Autosave): void {
    setAnswered([...answered, autosave]);
    remove.mutate(autosave);
  }

  function continueWith(autosave: Autosave): void {
    setCompared(undefined);
    setAnswered([...answered, autosave]);
    // a new record has its own ID on each device: the second one that is saved must not replace the first
    const began = record.isNew ? draft.began : autosave.draft.began;
    const undo = draft.adopt({ ...autosave.draft, began });
    move.mutate({ ...autosave, draft: { ...autosave.draft, began } });
    toast({ title: t.continued, action: { label: contentTexts.editor.undo, onClick: undo } });
  }

  return (
    <section aria-label={t.label} className={styles.offers}>
      {offered.map((autosave) => (
        <div className="stack gap-8" key={`${autosave.recordId}-${autosave.step}`}>
          <p className="row gap-8 items-start">
            <Icon name="clock" />
            <span>
              <RichText
                tags={{ time: () => <AgencyZoneTime timestamp={autosave.savedAt} withTime /> }}
                text={t.found(autosave.deviceName)}
              />
            </span>
          </p>
          <p className="small muted">{versionTexts.changed(changedFields(screen, autosave))}</p>
          <div className="cluster gap-10">
            <Button onClick={() => continueWith(autosave)} variant="secondary">
              {t.continue}
            </Button>
            {stored && (
              <Button onClick={() => setCompared(autosave)} variant="secondary">
                {t.compare}
              </Button>
            )}
            <Button onClick={() => discard(autosave)} variant="secondary">
              {t.discard}
            </Button>
          </div>
        </div>
      ))}
      {compared && stored && (
        <VersionDialog
          onClose={() => setCompared(undefined)}
          onRestore={() => continueWith(compared)}
          screen={screen}
          source={compared.draft.values}
          stored={stored}
          title={t.compareTitle}
          values={draft.values}
        />
      )}
    </section>
  );
}

/** Whether it has something that is neither saved nor in the editor, and is not an earlier state of what is there. */
function isOffered(
  autosave: Autosave,
  all: readonly Autosave[],
  screen: ContentScreenDefinition,
  { id, times, values, stored, canAdopt }: FormDraft<ContentDraft>,
): boolean {
  // another version of the program may have stored it
  if (!canAdopt(autosave.draft)) return false;
  const columnsOf = (draft: ContentDraft) => JSON.stringify(contentColumnValuesOf(screen, draft));
  const columns = columnsOf(autosave.draft.values);
  if (columns === columnsOf(values) || columns === columnsOf(stored.values)) return false;
  const { draftId, step, typedAt } = autosave;
  const isNewest = all.every((other) => other.draftId !== draftId || other.step <= step);
  // after a crash of the browser, the copy on the device may be older
  return draftId !== id() || !isNewest || Date.parse(typedAt) > times().restoredAt;
}

/** The labels of the fields that were typed in. */
function changedFields(screen: ContentScreenDefinition, { draft: { began, values } }: Autosave): string {
  const noCategories = new Map<string, string>();
  const before = describeColumns(screen, began.values, noCategories);
  const changed = describeColumns(screen, values, noCategories).filter(
    ({ text }, i) => text !== before[i]?.text,
  );
  return [...new Set(changed.map(({ label }) => label))].join(', ');
}
