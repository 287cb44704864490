import { useEffect, useId, useState, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import { usePasswordHint } from '../../../auth/session/use-password-hint.ts';
import { Button } from '../../../ui/button.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { toastSuccess } from '../../../ui/toast.tsx';
import { showError } from '../../screen/show-error.ts';
import { securityTexts } from './security-texts.ts';
import { useChangePassword, type PasswordProblem } from './use-change-password.ts';
import { classNames } from '../../../ui/class-names.ts';
import styles from './security.module.css';

const t = securityTexts.password;

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
      if (!field) showError(found.text, 'password');
      return;
    }
    form.reset();
    toastSuccess({ title: securityTexts.success, description: t.changed, form: 'password' });
    onChanged();
  }

  function problemOf(field: PasswordProblem['field']): string | undefined {
    return !isPending && problem?.field === field ? problem.text : undefined;
  }

  return (
    <form className={classNames(styles.form, 'dense')} data-saves noValidate onSubmit={submit}>
      <output className={problemOf('form') ? 'alert' : 'sr-only'}>
        {isPending ? t.changing : problemOf('form')}
      </output>
      {asksCurrent && (
        <PasswordField
          autoComplete="current-password"
          error={problemOf('current')}
          id={`${id}-current`}
          label={t.current}
          name="current_password"
        />
      )}
      <PasswordField
        autoComplete="new-password"
        error={problemOf('next')}
        hint={t.hint(hint)}
        id={`${id}-next`}
        label={t.next}
      />
      <div className="cluster">
        <Button busy={isPending} busyText={t.busy} type="submit">
          {asksCurrent ? t.change : t.save}
        </Button>
        {onCancel && (
          <Button disabled={isPending} onClick={onCancel} variant="secondary">
            {securityTexts.cancel}
          </Button>
        )}
      </div>
    </form>
  );
}
