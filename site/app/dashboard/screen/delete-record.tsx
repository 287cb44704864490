import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { useWrite } from '../../data/use-write.ts';
import { toastSuccess } from '../../ui/toast.tsx';
import { showError } from './show-error.ts';
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
export function DeleteRecord(props: DeleteRecordProps) {
  const { thing, title, queryKeys, remove, onClose, final = t.final, children } = props;
  const form = `delete-${thing}-${title}`;
  const removal = useWrite(remove, queryKeys, {
    onSuccess: () => toastSuccess({ title: t.done, description: t.doneText(title), form }),
    onError: (error) => showError(error, form),
  });

  /** Closes the dialog, unless it was closed while deleting. */
  function end(): void {
    // the focused row goes: the heading gets the focus once the dialog has closed
    flushSync(onClose);
    document.querySelector('h1')?.focus();
  }

  return (
    <ConfirmDialog
      busy={removal.isPending}
      busyText={t.busy}
      id="delete-record"
      onClose={onClose}
      onYes={() => removal.mutate(undefined, { onSuccess: end })}
      title={t.question(title)}
      yes={t.confirm(thing)}
    >
      <ul className={screenStyles.consequences}>{children}</ul>
      <p>{final}</p>
    </ConfirmDialog>
  );
}

/** What deleting a record means for those who have its address. */
export function addressConsequence(path: string, isPublic: boolean): string {
  return isPublic ? t.addressGoes(path) : t.draftGoes;
}
