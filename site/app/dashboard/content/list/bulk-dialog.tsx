// Asks before several records of a list are published, unpublished or moved to the trash.
import { useAgency } from '../../../agency/use-agency.ts';
import { recordPath } from '../../../content/content-types.ts';
import { classNames } from '../../../ui/class-names.ts';
import { toastSuccess } from '../../../ui/toast.tsx';
import { ConfirmWriteDialog } from '../../screen/confirm-write-dialog.tsx';
import { describeUrlAfterDeletion } from '../../screen/delete-record.tsx';
import screenStyles from '../../screen/screen.module.css';
import { formatZonedTime } from '../../screen/zoned-time.ts';
import {
  publicationStateOf,
  recordNameOf,
  scheduledPublicationTime,
  type ContentScreenDefinition,
  type StoredRecord,
} from '../content-form.ts';
import { trashTexts } from '../trash/trash-texts.ts';
import { trashQueryName } from '../trash/use-trash.ts';
import { listTexts as t } from './list-texts.ts';
import { writeRecords, type BulkAction, type FailedWrite } from './write-records.ts';

const mostNamed = 8;

export interface BulkDialogProps {
  screen: ContentScreenDefinition;
  action: BulkAction;
  /** those that the action changes */
  records: readonly StoredRecord[];
  onDone: (failed: readonly FailedWrite[]) => void;
  onClose: () => void;
}

/** Open while it is rendered. */
export default function BulkDialog({ screen, action, records, onDone, onClose }: BulkDialogProps) {
  const { table, one, many, form } = screen;
  const { timeZone } = useAgency();
  const texts = t.actions[action];
  const counted = t.counted(records.length, one, many);
  const unnamed = records.length - mostNamed;

  function finish(failed: readonly FailedWrite[]): void {
    if (failed.length === 0) {
      toastSuccess({ title: texts.done, description: texts.doneText(counted) });
      // the bar with the button that opened the dialog is removed
      document.querySelector('h1')?.focus();
    }
    onDone(failed);
  }

  return (
    <ConfirmWriteDialog
      busyText={t.busy}
      id="change-records"
      onClose={onClose}
      onDone={finish}
      queryKeys={[table, 'media', trashQueryName]}
      title={texts.question(counted)}
      variant={action === 'publish' ? 'primary' : 'danger'}
      write={() => writeRecords(screen, action, records)}
      yes={texts.confirm}
    >
      <ul className={classNames('stack buoys gap-10', screenStyles.consequences)}>
        {records.slice(0, mostNamed).map((record) => (
          <li key={record.id}>{describeConsequence(screen, action, record, timeZone)}</li>
        ))}
        {unnamed > 0 && <li>{t.and(unnamed)}</li>}
        {action === 'trash' && form.picture.mediaOf !== null && <li>{t.consequences.media}</li>}
      </ul>
      {action === 'trash' && <p>{trashTexts.canRestoreSeveral}</p>}
    </ConfirmWriteDialog>
  );
}

function describeConsequence(
  screen: ContentScreenDefinition,
  action: BulkAction,
  record: StoredRecord,
  timeZone: string,
): string {
  const name = recordNameOf(screen, record);
  const path = recordPath(screen.table, record.slug);
  const state = publicationStateOf(record);
  if (action === 'trash') return t.consequences.trash(name, describeUrlAfterDeletion(path, state));
  if (action === 'unpublish') {
    return state === 'scheduled' ? t.consequences.neverLive(name) : t.consequences.offline(name, path);
  }
  const due = scheduledPublicationTime({ ...record, is_published: true });
  return due === null
    ? t.consequences.live(name, path)
    : t.consequences.scheduled(name, formatZonedTime(due, timeZone));
}
