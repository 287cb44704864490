import { useEffect, useRef } from 'react';
import { errorMessage } from '../../ui/error-message.ts';
import { Icon } from '../../ui/icon.tsx';
import { OpenDialog, type OpenDialogProps } from '../screen/open-dialog.tsx';
import styles from './team.module.css';

interface DialogFormProps extends OpenDialogProps {
  change: { isPending: boolean; error: Error | null };
}

/** A form in a dialog; an error at its top takes the focus. */
export function DialogForm({ change: { error, isPending }, children, ...dialog }: DialogFormProps) {
  const problem = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (error) problem.current?.focus();
  }, [error]);
  return (
    <OpenDialog {...dialog} isBusy={isPending}>
      {error && (
        <p className={styles.dialogProblem} ref={problem} role="alert" tabIndex={-1}>
          <Icon name="warning" />
          {errorMessage(error)}
        </p>
      )}
      {children}
    </OpenDialog>
  );
}
