import { useEffect, useRef } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { errorMessage } from '../../ui/error-message.ts';
import styles from './team.module.css';

/** An error at the top of a dialog's form; takes the focus. */
export function DialogProblem({ error }: { error: Error | null }) {
  const problem = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (error) problem.current?.focus();
  }, [error]);
  if (!error) return null;
  return (
    <p className={styles.dialogProblem} ref={problem} role="alert" tabIndex={-1}>
      <Icon name="warning" />
      {errorMessage(error)}
    </p>
  );
}
