// A confirmation dialog that runs a database write, then closes or shows the error.
import { flushSync } from 'react-dom';
import { useWriteMutation, type WriteOptions } from './use-write-mutation.ts';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx';

interface ConfirmWriteDialogProps<Result> extends Omit<ConfirmDialogProps, 'busy' | 'onYes'> {
  write: () => Promise<Result>;
  /** the queries that may contain the row */
  queryKeys: readonly string[];
  /** the toast after a success */
  done?: WriteOptions<void, Result>['done'];
  /** called once the dialog has closed after a success; by default, focuses the heading */
  onDone?: (result: Result) => void;
}

/** The focused row is removed. */
function focusHeading(): void {
  document.querySelector('h1')?.focus();
}

/** Asks for confirmation before a write. Open while it is rendered; after an error it stays open. */
export function ConfirmWriteDialog<Result>(props: ConfirmWriteDialogProps<Result>) {
  const { write, queryKeys, done, onDone = focusHeading, ...question } = props;
  const { mutate, isPending } = useWriteMutation<void, Result>(write, queryKeys, { form: question.id, done });

  /** Closes the dialog. Not called if the user has closed it while the write was running. */
  function end(result: Result): void {
    flushSync(question.onClose);
    onDone(result);
  }

  return <ConfirmDialog {...question} busy={isPending} onYes={() => mutate(undefined, { onSuccess: end })} />;
}
