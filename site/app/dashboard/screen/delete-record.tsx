// The dialog that confirms the deletion of a record; the text about its lost address.
import { classNames } from '../../ui/class-names.ts';
import type { ReactNode } from 'react';
import { ConfirmWriteDialog } from './confirm-write-dialog.tsx';
import screenStyles from './screen.module.css';
import { screenTexts } from './screen-texts.ts';

const t = screenTexts.deletion;

export interface DeleteRecordDialogProps {
  /** in lower case: "service" */
  thing: string;
  /** the name of the record */
  title: string;
  /** the queries that may contain the record */
  queryKeys: readonly string[];
  remove: () => Promise<void>;
  onClose: () => void;
  /** a sentence if the deletion cannot be undone */
  final?: string;
  /** dependent data and the consequences for it, as list items */
  children: ReactNode;
}

/** Asks for confirmation before a record is deleted, and lists what depends on it. Open while it is rendered. */
export function DeleteRecordDialog(props: DeleteRecordDialogProps) {
  const { thing, title, queryKeys, remove, onClose, final = t.final, children } = props;
  return (
    <ConfirmWriteDialog
      busyText={t.busy}
      done={() => ({ title: t.done, description: t.doneText(title) })}
      id="delete-record"
      onClose={onClose}
      queryKeys={queryKeys}
      title={t.question(title)}
      write={remove}
      yes={t.confirm(thing)}
    >
      <ul className={classNames('stack buoys gap-10', screenStyles.consequences)}>{children}</ul>
      <p>{final}</p>
    </ConfirmWriteDialog>
  );
}

/** What visitors see at the record's address after it is deleted. */
export function describeUrlAfterDeletion(path: string, state: 'public' | 'scheduled' | 'draft'): string {
  if (state === 'public') return t.addressGoes(path);
  return state === 'scheduled' ? t.scheduledGoes : t.draftGoes;
}
