// The form for a new password, with the card that a reset link opens.
import { useEffect, useId, useState, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import { usePasswordHint } from '../../../auth/session/use-password-hint.ts';
import { Button } from '../../../ui/button.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { toastSuccess } from '../../../ui/toast.tsx';
import { showError } from '../../screen/show-error.ts';
import { securityTexts } from '../settings-texts.ts';
import styles from './security.module.css';
import type { AuthError } from '@supabase/supabase-js';
import { authErrorMessage } from '../../../auth/auth-error-message.ts';
import { useMutation } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';
import { useNavigate } from 'react-router';
import { useSignedInSession } from '../../../auth/session/session-store.ts';
import { RichText } from '../../../texts/rich-text.tsx';
import { Panel } from '../../screen/panel.tsx';

const t = securityTexts.password;

export interface PasswordFormProps {
  /** false shortly after a recovery link, which replaces the current password */
  asksCurrent: boolean;
  onChanged: () => void;
  /** shows Cancel and focuses the first field; omit it if this is the only action */
  onCancel?: () => void;
}

/** The field with the error; `form` if the error belongs to no field. */
interface PasswordProblem {
  field: 'current' | 'next' | 'form';
  text: string;
}

/** Asks for the current password and a new one. The fields keep their values if the server rejects them. */
export function PasswordForm({ asksCurrent: asksAtFirst, onChanged, onCancel }: PasswordFormProps) {
  const [asksCurrent, setAsksCurrent] = useState(asksAtFirst);
  const id = useId();
  const { mutate, isPending, data: problem } = useMutation({ mutationFn: changePassword });
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
      // The recovery link is too old, so the server requires the current password.
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
    <form className="dense stack max-w-34rem" data-saves noValidate onSubmit={submit}>
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

const { errors } = securityTexts.password;

interface PasswordChange {
  /** undefined shortly after a recovery link, which replaces the current password */
  current: string | undefined;
  next: string;
}

const minLength = 6;

const problemsByCode: Readonly<Record<string, PasswordProblem>> = {
  current_password_invalid: { field: 'current', text: errors.currentWrong },
  current_password_required: { field: 'current', text: errors.currentMissing },
  same_password: { field: 'next', text: errors.same },
  // Some projects require a sign-in within the last day.
  reauthentication_needed: { field: 'form', text: errors.signInAgain },
};

function advice(error: AuthError): PasswordProblem {
  const message = authErrorMessage(error, error.message);
  if (error.code === 'weak_password') return { field: 'next', text: message };
  const known = problemsByCode[error.code ?? ''];
  return known ?? { field: 'form', text: error.status ? message : errors.unreachable };
}

/** Validates before sending. */
function validate({ current, next }: PasswordChange): PasswordProblem | null {
  if (current === '') return { field: 'current', text: errors.currentMissing };
  if (next.length < minLength) return { field: 'next', text: errors.short };
  return null;
}

/** Sets a new password, which ends all other sessions; resolves to null or the problem. */
async function changePassword(change: PasswordChange): Promise<PasswordProblem | null> {
  const invalid = validate(change);
  if (invalid) return invalid;
  const { current, next } = change;
  const { error } = await browserClient().auth.updateUser({
    password: next,
    ...(current === undefined ? {} : { current_password: current }),
  });
  return error && advice(error);
}

/** After a recovery link: asks for the new password before the rest of Settings is shown. */
export function NewPasswordCard() {
  const { user } = useSignedInSession();
  const navigate = useNavigate();

  async function openSettings(): Promise<void> {
    await navigate('/dashboard/settings', { replace: true });
    // the form, which has the focus, is removed
    document.querySelector<HTMLElement>('main h1')?.focus();
  }

  return (
    <Panel className={styles.onlyCard} id="new-password" padded title={t.newTitle}>
      <p className={styles.onlyText}>
        <RichText
          tags={{ email: (email) => <span>{email}</span> }}
          text={t.newDescription(user.email ?? '')}
        />
      </p>
      <PasswordForm asksCurrent={false} onChanged={() => void openSettings()} />
    </Panel>
  );
}
