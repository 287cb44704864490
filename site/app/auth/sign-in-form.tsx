import { useId } from 'react';
import { Link } from 'react-router';
import { TextField } from '../ui/field.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { toast } from '../ui/toast.tsx';
import { authTexts } from './auth-texts.ts';
import { signInSchema, type SignIn } from './credentials.ts';
import { FormStatus } from './form-status.tsx';
import { signIn } from './sign-in.ts';
import { SubmitButton } from './submit-button.tsx';
import { useAuthForm } from './use-auth-form.ts';
import styles from './auth-page.module.css';

const texts = authTexts.signInForm;

async function send(values: SignIn): Promise<{ advice?: string }> {
  await signIn(values);
  toast({ title: texts.successTitle, description: texts.success, variant: 'success' });
  return {};
}

export function SignInForm() {
  const id = useId();
  const { state, status, submit } = useAuthForm({
    schema: signInSchema,
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
      <PasswordField autoComplete="current-password" error={errors.password} id={`${id}-password`} />
      <SubmitButton busy={state.phase === 'sending'} busyText={texts.busy}>
        {authTexts.signIn}
      </SubmitButton>
      <p className={styles.forgot}>
        <Link className="link" to="/auth?forgot">
          {texts.forgot}
        </Link>
      </p>
    </form>
  );
}
