// A confirmation dialog that runs a database write, then closes or shows the error.
import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useWriteMutation, type WriteOptions } from './use-write-mutation.ts';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx';

interface ConfirmWriteDialogProps<Result> extends Omit<ConfirmDialogProps, 'busy' | 'onYes'> {
  write: () => Promise<Result>;
  /** the queries that may contain the row */
  queryKeys: readonly string[];
  /** the toast after a success */
  done?: WriteOptions<void, Result>['done'];
  /** called after a success, once the dialog has closed; by default, focuses the heading if the user had not closed it */
  onDone?: (result: Result) => void;
}

/** The focused row is removed. */
function focusHeading(): void {
  document.querySelector('h1')?.focus();
}

/** Asks for confirmation before a write. Open while it is rendered; after an error it stays open. */
export function ConfirmWriteDialog<Result>(props: ConfirmWriteDialogProps<Result>) {
  const { write, queryKeys, done, onDone, ...question } = props;
  const isShown = useRef(true);
  const { mutate, isPending } = useWriteMutation<void, Result>(write, queryKeys, {
    form: question.id,
    done,
    onSuccess: end,
  });
  useEffect(() => {
    isShown.current = true;
    return () => void (isShown.current = false);
  }, []);

  /** Called also if the user has closed the dialog while the write was running. */
  function end(result: Result): void {
    if (isShown.current) {
      flushSync(question.onClose);
      if (!onDone) focusHeading();
    }
    onDone?.(result);
  }

  return <ConfirmDialog {...question} busy={isPending} onYes={() => mutate()} />;
}
