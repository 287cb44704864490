// A confirmation dialog that runs a database write, then closes or shows the error.
import { flushSync } from 'react-dom';
import { useWriteMutation } from './use-write-mutation.ts';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx';

interface ConfirmWriteDialogProps extends Omit<ConfirmDialogProps, 'busy' | 'onYes'> {
  write: () => Promise<unknown>;
  /** the queries that may contain the row */
  queryKeys: readonly string[];
  /** the toast after a success */
  done: { title: string; description: string };
}

/** Asks for confirmation before a write that removes a row from the screen. Open while it is rendered. */
export function ConfirmWriteDialog({ write, queryKeys, done, ...question }: ConfirmWriteDialogProps) {
  const { mutate, isPending } = useWriteMutation(write, queryKeys, { form: question.id, done: () => done });

  /** Closes the dialog. Not called if the user has closed it while the write was running. */
  function end(): void {
    // the focused row is removed: focus the heading once the dialog has closed
    flushSync(question.onClose);
    document.querySelector('h1')?.focus();
  }

  return <ConfirmDialog {...question} busy={isPending} onYes={() => mutate(undefined, { onSuccess: end })} />;
}
