import { useSyncExternalStore } from 'react';
import { ownerEmail } from './session/owner-token.ts';
import { usePasswordHint } from './session/use-password-hint.ts';
import { TextField } from '../ui/field.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { toastSuccess } from '../ui/toast.tsx';
import { AuthForm, EmailField } from './auth-form.tsx';
import { authTexts } from './auth-texts.ts';
import { signUpSchema, type SignUp } from './credentials.ts';
import { signUp } from './sign-up.ts';

const texts = authTexts.signUpForm;

async function send(values: SignUp): Promise<{ advice?: string }> {
  const { signedIn } = await signUp(values);
  toastSuccess({ title: texts.successTitle, description: texts.success });
  return signedIn ? {} : { advice: texts.confirmAdvice };
}

export function SignUpForm() {
  const email = useSyncExternalStore(
    () => () => {},
    ownerEmail,
    () => '',
  );
  const hint = usePasswordHint();
  return (
    <AuthForm
      busyText={texts.busy}
      fallback={texts.failed}
      fields={(field) => (
        <>
          <TextField {...field('fullName')} autoComplete="name" label={authTexts.fields.fullName} required />
          <EmailField {...field('email')} autoComplete="email" defaultValue={email} />
          <PasswordField {...field('password')} autoComplete="new-password" hint={hint} />
        </>
      )}
      schema={signUpSchema}
      send={send}
      submitText={authTexts.signUp}
    />
  );
}
