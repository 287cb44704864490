// The dialog that confirms the deletion of a record; the text about its lost address.
import type { ReactNode } from 'react';
import { toastSuccess } from '../../ui/toast.tsx';
import { ConfirmWriteDialog } from './confirm-write-dialog.tsx';
import screenStyles from './screen.module.css';
import { screenTexts } from './screen-texts.ts';

const t = screenTexts.deletion;

export interface DeleteRecordProps {
  /** in lower case: "service" */
  thing: string;
  /** what the record is called */
  title: string;
  /** the queries that may have shown it */
  queryKeys: readonly string[];
  remove: () => Promise<void>;
  onClose: () => void;
  /** whether there is a way back */
  final?: string;
  /** what hangs on it and what becomes of that, as list items */
  children: ReactNode;
}

/** Asks whether a record may go, and says what hangs on it. Open while it is rendered. */
export function DeleteRecordDialog(props: DeleteRecordProps) {
  const { thing, title, queryKeys, remove, onClose, final = t.final, children } = props;
  return (
    <ConfirmWriteDialog
      busyText={t.busy}
      id="delete-record"
      onClose={onClose}
      onDone={() => toastSuccess({ title: t.done, description: t.doneText(title), form: 'delete-record' })}
      queryKeys={queryKeys}
      title={t.question(title)}
      write={remove}
      yes={t.confirm(thing)}
    >
      <ul className={screenStyles.consequences}>{children}</ul>
      <p>{final}</p>
    </ConfirmWriteDialog>
  );
}

/** What deleting a record means for those who have its address. */
export function describeAddressLoss(path: string, isPublic: boolean): string {
  return isPublic ? t.addressGoes(path) : t.draftGoes;
}
