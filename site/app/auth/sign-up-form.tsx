import { useId, useSyncExternalStore } from 'react';
import { ownerEmail } from './session/owner-token.ts';
import { usePasswordHint } from './session/use-password-hint.ts';
import { TextField } from '../ui/field.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { toast } from '../ui/toast.tsx';
import { authTexts } from './auth-texts.ts';
import { signUpSchema, type SignUp } from './credentials.ts';
import { FormStatus } from './form-status.tsx';
import { signUp } from './sign-up.ts';
import { SubmitButton } from './submit-button.tsx';
import { useAuthForm } from './use-auth-form.ts';
import styles from './auth-page.module.css';

const texts = authTexts.signUpForm;

async function send(values: SignUp): Promise<{ advice?: string }> {
  const { signedIn } = await signUp(values);
  toast({ title: texts.successTitle, description: texts.success, variant: 'success' });
  return signedIn ? {} : { advice: texts.confirmAdvice };
}

export function SignUpForm() {
  const id = useId();
  const { state, status, submit } = useAuthForm({
    schema: signUpSchema,
    send,
    fallback: texts.failed,
  });
  const email = useSyncExternalStore(
    () => () => {},
    ownerEmail,
    () => '',
  );
  const hint = usePasswordHint();
  const errors = state.phase === 'invalid' ? state.errors : {};
  return (
    <form className={styles.form} data-late method="post" noValidate onSubmit={submit}>
      <FormStatus busyText={texts.busy} fieldId={(name) => `${id}-${name}`} ref={status} state={state} />
      <TextField
        autoComplete="name"
        error={errors.fullName}
        id={`${id}-fullName`}
        label={authTexts.fields.fullName}
        name="fullName"
        required
      />
      <TextField
        autoCapitalize="none"
        autoComplete="email"
        defaultValue={email}
        error={errors.email}
        id={`${id}-email`}
        inputMode="email"
        label={authTexts.fields.email}
        name="email"
        required
        spellCheck={false}
        type="email"
      />
      <PasswordField autoComplete="new-password" error={errors.password} hint={hint} id={`${id}-password`} />
      <SubmitButton busy={state.phase === 'sending'} busyText={texts.busy}>
        {authTexts.signUp}
      </SubmitButton>
    </form>
  );
}
