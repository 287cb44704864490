import { flushSync } from 'react-dom';
import { useWrite } from '../../../data/use-write.ts';
import { toastSuccess } from '../../../ui/toast.tsx';
import { ConfirmDialog } from '../../screen/confirm-dialog.tsx';
import { screenTexts } from '../../screen/screen-texts.ts';
import { showError } from '../../screen/show-error.ts';
import { trashTexts as t } from './trash-texts.ts';
import { deleteForGood, trashKey, type DeletedRecord } from './use-trash.ts';

/** Asks whether a deleted record may go for good. Open while it is rendered. */
export function DeleteForGood({ record, onClose }: { record: DeletedRecord; onClose: () => void }) {
  const form = `trash-${record.id}`;
  const removal = useWrite(deleteForGood, [trashKey], {
    onSuccess: () =>
      toastSuccess({ title: screenTexts.deletion.done, description: t.removed(record.name), form }),
    onError: (error) => showError(error, form),
  });

  function end(): void {
    // the focused row goes: the heading gets the focus once the dialog has closed
    flushSync(onClose);
    document.querySelector('h1')?.focus();
  }

  return (
    <ConfirmDialog
      busy={removal.isPending}
      busyText={screenTexts.deletion.busy}
      id="delete-for-good"
      onClose={onClose}
      onYes={() => removal.mutate(record, { onSuccess: end })}
      title={t.question(record.name)}
      yes={t.confirm}
    >
      <p>{t.consequence}</p>
      <p>{screenTexts.deletion.final}</p>
    </ConfirmDialog>
  );
}
