// The state of a draft beside its editor: who saved it, its schedule, preview, discarding it.
import { useState } from 'react';
import { RichText } from '../../../texts/rich-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { toast, toastSuccess } from '../../../ui/toast.tsx';
import { ConfirmDialog } from '../../screen/confirm-dialog.tsx';
import { Panel } from '../../screen/panel.tsx';
import { AgencyZoneTime } from '../../screen/shown-times.tsx';
import { useWriteMutation } from '../../screen/use-write-mutation.ts';
import { formatZonedTime } from '../../screen/zoned-time.ts';
import type { ContentTableName } from '../../../content/content-types.ts';
import { scheduleTexts } from '../../../content/schedule-texts.ts';
import { contentTexts } from '../content-texts.ts';
import { draftTexts as t } from './draft-texts.ts';
import { discardDraft, scheduleDraft, type EditedRecord, type RecordSchedule } from './edited-record.ts';

interface DraftPanelProps {
  table: ContentTableName;
  edited: EditedRecord;
  title: string;
  /** called after something was written */
  onWritten: () => Promise<void>;
}

/** Nothing for a record without a draft. */
export function DraftPanel({ table, edited, title, onWritten }: DraftPanelProps) {
  const { row, draft, schedule } = edited;
  const target = { kind: table, record_id: row.id };
  const [isAsking, setIsAsking] = useState(false);
  const version = draft?.version ?? 0;
  const discard = useWriteMutation(() => discardDraft(target, version), [table], {
    form: 'discard-draft',
    async onSuccess({ outcome }) {
      setIsAsking(false);
      await onWritten();
      if (outcome === 'done') toastSuccess({ title: t.discarded, description: t.discardedText });
      else toast({ title: contentTexts.elsewhere.unsavedMerge(null) });
    },
  });
  const cancel = useWriteMutation(() => scheduleDraft(target, schedule?.version ?? 0), [table], {
    form: 'cancel-schedule',
    done: () => ({ title: t.cancelled, description: t.cancelledText }),
    onSuccess: onWritten,
  });
  if (draft === null) return null;
  return (
    <Panel id="record-draft" padded stacked title={t.panel}>
      <p>
        <RichText
          tags={{ time: () => <AgencyZoneTime timestamp={draft.savedAt} withTime /> }}
          text={t.savedBy(draft.savedAt, draft.by ?? t.byNobody)}
        />
      </p>
      <p className="small muted">{t.hint}</p>
      {schedule && <ScheduleState isEdited={schedule.version !== draft.version} schedule={schedule} />}
      <div className="cluster gap-10">
        <a
          className="button"
          data-size="dashboard"
          data-variant="secondary"
          href={`/dashboard/preview/${table}/${row.id}?draft`}
          rel="noreferrer"
          target="_blank"
        >
          <Icon name="external" />
          <RichText text={t.preview(title)} />
        </a>
        {schedule && (
          <Button disabled={cancel.isPending} onClick={() => cancel.mutate()} variant="secondary">
            {t.cancel}
          </Button>
        )}
        <Button onClick={() => setIsAsking(true)} variant="secondary">
          {t.discard}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          busy={discard.isPending}
          busyText={t.discarding}
          id="discard-draft"
          no={t.keepDraft}
          onClose={() => setIsAsking(false)}
          onYes={() => discard.mutate()}
          title={t.discardTitle}
          yes={t.discard}
        >
          <p>{t.discardConsequence(title)}</p>
          {schedule && <p>{t.discardSchedule}</p>}
        </ConfirmDialog>
      )}
    </Panel>
  );
}

/** The time in the zone in which it was chosen. */
function ScheduleState({ schedule, isEdited }: { schedule: RecordSchedule; isEdited: boolean }) {
  const { dueAt, zone, error } = schedule;
  const time = formatZonedTime(dueAt, zone);
  if (error !== null) {
    return (
      <p className="row gap-8 font-bold error" role="alert">
        <Icon name="warning" />
        <span>{t.failed(time, scheduleTexts.reasons[error] ?? scheduleTexts.otherReason(error))}</span>
      </p>
    );
  }
  return (
    <>
      <p className="font-bold">{t.scheduled(time)}</p>
      {isEdited && <p className="small">{t.editedSince}</p>}
    </>
  );
}
