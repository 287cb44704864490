import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { errorMessage } from '../../ui/error-message.ts';
import { Icon } from '../../ui/icon.tsx';
import { OpenDialog, type OpenDialogProps } from '../screen/open-dialog.tsx';
import { teamTexts } from './team-texts.ts';
import styles from './team.module.css';

/** A form in a dialog; an error at its top takes the focus. */
export function DialogForm({
  change,
  submitText,
  busyText,
  children,
  ...dialog
}: Omit<OpenDialogProps, 'unsaved'> & {
  change: { isPending: boolean; error: Error | null };
  submitText: string;
  busyText: string;
  children: ReactNode;
}) {
  const problem = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (change.error) problem.current?.focus();
  }, [change.error]);
  return (
    <OpenDialog {...dialog}>
      {change.error && (
        <p className={styles.dialogProblem} ref={problem} role="alert" tabIndex={-1}>
          <Icon name="warning" />
          {errorMessage(change.error)}
        </p>
      )}
      {children}
      <div className="confirm-buttons">
        <Button command="close" commandfor={dialog.id} size="dashboard" variant="secondary">
          {teamTexts.cancel}
        </Button>
        <Button busy={change.isPending} busyText={busyText} size="dashboard" type="submit">
          {submitText}
        </Button>
      </div>
    </OpenDialog>
  );
}
