import { useEffect, useRef } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { errorMessage } from '../../ui/error-message.ts';

/** An error at the top of a dialog's form; takes the focus. */
export function DialogProblem({ error }: { error: Error | null }) {
  const problem = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (error) problem.current?.focus();
  }, [error]);
  if (!error) return null;
  return (
    <p className="dialog-problem" ref={problem} role="alert" tabIndex={-1}>
      <Icon name="warning" />
      {errorMessage(error)}
    </p>
  );
}
