import { toastSuccess } from '../../../ui/toast.tsx';
import { ConfirmWrite } from '../../screen/confirm-write.tsx';
import { screenTexts } from '../../screen/screen-texts.ts';
import { trashTexts as t } from './trash-texts.ts';
import { deleteForGood, trashKey, type DeletedRecord } from './use-trash.ts';

const { busy, done, final } = screenTexts.deletion;

/** Asks whether a deleted record may go for good. Open while it is rendered. */
export function DeleteForGood({ record, onClose }: { record: DeletedRecord; onClose: () => void }) {
  const { id, name } = record;
  return (
    <ConfirmWrite
      busyText={busy}
      id={`trash-${id}`}
      onClose={onClose}
      onDone={() => toastSuccess({ title: done, description: t.removed(name), form: `trash-${id}` })}
      queryKeys={[trashKey]}
      title={t.question(name)}
      write={() => deleteForGood(record)}
      yes={t.confirm}
    >
      <p>{t.consequence}</p>
      <p>{final}</p>
    </ConfirmWrite>
  );
}
