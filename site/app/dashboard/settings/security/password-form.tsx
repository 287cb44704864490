import { useEffect, useId, useState, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import { usePasswordHint } from '../../../auth/session/use-password-hint.ts';
import { Button } from '../../../ui/button.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useChangePassword, type PasswordProblem } from './use-change-password.ts';
import { classNames } from '../../../ui/class-names.ts';
import styles from './security.module.css';

export interface PasswordFormProps {
  /** false after a recovery link, which replaces the current password while it is fresh */
  asksCurrent: boolean;
  onChanged: () => void;
  /** shows Cancel and focuses the first field; leave it out where this is the only action */
  onCancel?: () => void;
}

/** A new password, after the current one. Values survive a rejection. */
export function PasswordForm({ asksCurrent: asksAtFirst, onChanged, onCancel }: PasswordFormProps) {
  const [asksCurrent, setAsksCurrent] = useState(asksAtFirst);
  const id = useId();
  const { mutate, isPending, data: problem } = useChangePassword();
  const hint = usePasswordHint();
  const begins = onCancel !== undefined;

  useEffect(() => {
    if (begins) document.getElementById(`${id}-current`)?.focus();
  }, [begins, id]);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (isPending) return;
    const form = event.currentTarget;
    const given = new FormData(form);
    const current = asksCurrent ? String(given.get('current_password')) : undefined;
    mutate(
      { current, next: String(given.get('password')) },
      { onSuccess: (found) => showResult(form, found) },
    );
  }

  function showResult(form: HTMLFormElement, found: PasswordProblem | null): void {
    if (found) {
      // The link is no longer fresh, so the current password is needed.
      if (found.field === 'current') flushSync(() => setAsksCurrent(true));
      const field = found.field === 'form' ? null : document.getElementById(`${id}-${found.field}`);
      field?.focus();
      if (!field)
        toast({ title: 'Error', description: found.text, variant: 'destructive', form: 'password' });
      return;
    }
    form.reset();
    toast({
      title: 'Success',
      description: "Your password has been changed. You've been signed out on all other devices.",
      variant: 'success',
      form: 'password',
    });
    onChanged();
  }

  function problemOf(field: PasswordProblem['field']): string | undefined {
    return !isPending && problem?.field === field ? problem.text : undefined;
  }

  return (
    <form className={classNames(styles.form, 'dense')} data-saves noValidate onSubmit={submit}>
      <output className={problemOf('form') ? styles.problem : 'sr-only'}>
        {isPending ? 'Changing your password' : problemOf('form')}
      </output>
      {asksCurrent && (
        <PasswordField
          autoComplete="current-password"
          error={problemOf('current')}
          id={`${id}-current`}
          label="Current password"
          name="current_password"
        />
      )}
      <PasswordField
        autoComplete="new-password"
        error={problemOf('next')}
        hint={`${hint} A few random words are strong and easy to remember.`}
        id={`${id}-next`}
        label="New password"
      />
      <div className={styles.buttons}>
        <Button busy={isPending} busyText="Changing…" size="dashboard" type="submit">
          {asksCurrent ? 'Change password' : 'Save new password'}
        </Button>
        {onCancel && (
          <Button disabled={isPending} onClick={onCancel} size="dashboard" variant="secondary">
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
