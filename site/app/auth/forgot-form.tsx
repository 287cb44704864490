import { useId } from 'react';
import { Link } from 'react-router';
import { TextField } from '../ui/field.tsx';
import { authTexts } from './auth-texts.ts';
import { forgotSchema, type Forgot } from './credentials.ts';
import { FormStatus } from './form-status.tsx';
import { sendResetLink } from './send-reset-link.ts';
import { SubmitButton } from './submit-button.tsx';
import { useAuthForm } from './use-auth-form.ts';
import styles from './auth-page.module.css';

const texts = authTexts.forgotForm;

async function send({ email }: Forgot): Promise<{ advice: string }> {
  await sendResetLink(email);
  return { advice: texts.sent(email) };
}

export function ForgotForm() {
  const id = useId();
  const { state, status, submit } = useAuthForm({
    schema: forgotSchema,
    send,
    fallback: texts.failed,
  });
  const errors = state.phase === 'invalid' ? state.errors : {};
  return (
    <form className={styles.form} data-late method="post" noValidate onSubmit={submit}>
      <FormStatus busyText={texts.busy} fieldId={(name) => `${id}-${name}`} ref={status} state={state} />
      <TextField
        autoCapitalize="none"
        autoComplete="username"
        error={errors.email}
        id={`${id}-email`}
        inputMode="email"
        label={authTexts.fields.email}
        name="email"
        required
        spellCheck={false}
        type="email"
      />
      <SubmitButton busy={state.phase === 'sending'} busyText={texts.busy}>
        {texts.submit}
      </SubmitButton>
      <p className={styles.forgot}>
        <Link className="link" to="/auth">
          {texts.back}
        </Link>
      </p>
    </form>
  );
}
