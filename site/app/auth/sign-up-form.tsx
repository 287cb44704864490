import { useId, useSyncExternalStore } from 'react';
import { ownerEmail } from './session/owner-token.ts';
import { usePasswordHint } from './session/use-password-hint.ts';
import { TextField } from '../ui/field.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { toast } from '../ui/toast.tsx';
import { signUpSchema, type SignUp } from './credentials.ts';
import { FormStatus } from './form-status.tsx';
import { signUp } from './sign-up.ts';
import { SubmitButton } from './submit-button.tsx';
import { useAuthForm } from './use-auth-form.ts';
import styles from './auth-page.module.css';

const busyText = 'Creating account…';

// The same for a new and an existing account: it must not reveal which.
const advice = "If this email is new here, you'll get a confirmation link. Then sign in.";

async function send(values: SignUp): Promise<{ advice?: string }> {
  const { signedIn } = await signUp(values);
  toast({
    title: 'Account created!',
    description: 'You can now sign in with your credentials.',
    variant: 'success',
  });
  return signedIn ? {} : { advice };
}

export function SignUpForm() {
  const id = useId();
  const { state, status, submit } = useAuthForm({
    schema: signUpSchema,
    send,
    fallback: 'Failed to create account',
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
      <FormStatus busyText={busyText} fieldId={(name) => `${id}-${name}`} ref={status} state={state} />
      <TextField
        autoComplete="name"
        error={errors.fullName}
        id={`${id}-fullName`}
        label="Full Name"
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
        label="Email"
        name="email"
        required
        spellCheck={false}
        type="email"
      />
      <PasswordField autoComplete="new-password" error={errors.password} hint={hint} id={`${id}-password`} />
      <SubmitButton busy={state.phase === 'sending'} busyText={busyText}>
        Sign Up
      </SubmitButton>
    </form>
  );
}
