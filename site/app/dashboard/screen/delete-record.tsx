import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { errorMessage } from '../../ui/error-message.ts';

export interface DeleteRecordProps {
  /** in lower case: "service" */
  thing: string;
  /** what the record is called */
  title: string;
  /** the queries that may have shown it */
  queryKeys: readonly string[];
  remove: () => Promise<void>;
  onClose: () => void;
  /** what hangs on it and what becomes of that, as list items */
  children: ReactNode;
}

/** Asks whether a record may go, and says what hangs on it. Open while it is rendered. */
export function DeleteRecord({ thing, title, queryKeys, remove, onClose, children }: DeleteRecordProps) {
  const queries = useQueryClient();
  const form = `delete-${thing}-${title}`;
  const removal = useMutation({
    mutationFn: remove,
    onSettled: () => {
      for (const key of queryKeys) void queries.invalidateQueries({ queryKey: [key] });
    },
    onSuccess: () =>
      toast({
        title: 'Deleted',
        description: `${title.charAt(0).toUpperCase()}${title.slice(1)} was deleted.`,
        variant: 'success',
        form,
      }),
    onError: (error) =>
      toast({ title: 'Error', description: errorMessage(error), variant: 'destructive', form }),
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
      busyText="Deleting..."
      id="delete-record"
      onClose={onClose}
      onYes={() => removal.mutate(undefined, { onSuccess: end })}
      title={`Delete ${title}?`}
      yes={`Delete ${thing}`}
    >
      <ul className="confirm-list">{children}</ul>
      <p>This can't be undone.</p>
    </ConfirmDialog>
  );
}

/** What deleting a record means for those who have its address. */
export function addressConsequence(path: string, isPublished: boolean): string {
  return isPublished
    ? `${path} is removed right away. Old links will say the page is gone.`
    : "It's a draft, so nothing changes for visitors.";
}
