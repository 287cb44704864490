import { useId } from 'react';
import { Link } from 'react-router';
import { TextField } from '../ui/field.tsx';
import { forgotSchema, type Forgot } from './credentials.ts';
import { FormStatus } from './form-status.tsx';
import { sendResetLink } from './send-reset-link.ts';
import { SubmitButton } from './submit-button.tsx';
import { useAuthForm } from './use-auth-form.ts';
import styles from './auth-page.module.css';

const busyText = 'Sending…';

// The same text whether or not the account exists: it must not reveal which addresses have one.
function advise(email: string): string {
  return `If there's an account for ${email}, we've emailed a link. It works once and expires in an hour.`;
}

async function send({ email }: Forgot): Promise<{ advice: string }> {
  await sendResetLink(email);
  return { advice: advise(email) };
}

export function ForgotForm() {
  const id = useId();
  const { state, status, submit } = useAuthForm({
    schema: forgotSchema,
    send,
    fallback: "We couldn't send the email. Please try again in a moment.",
  });
  const errors = state.phase === 'invalid' ? state.errors : {};
  return (
    <form className={styles.form} data-late method="post" noValidate onSubmit={submit}>
      <FormStatus busyText={busyText} fieldId={(name) => `${id}-${name}`} ref={status} state={state} />
      <TextField
        autoCapitalize="none"
        autoComplete="username"
        error={errors.email}
        id={`${id}-email`}
        inputMode="email"
        label="Email"
        name="email"
        required
        spellCheck={false}
        type="email"
      />
      <SubmitButton busy={state.phase === 'sending'} busyText={busyText}>
        Send me a link
      </SubmitButton>
      <p className={styles.forgot}>
        <Link className="link" to="/auth">
          Back to sign in
        </Link>
      </p>
    </form>
  );
}
