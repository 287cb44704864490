import { useSyncExternalStore } from 'react';
import { fetchedClient } from '../data/browser-client.ts';
import { confirmOwner, ownerEmail } from './session/owner-token.ts';
import { usePasswordHint } from './session/use-password-hint.ts';
import { TextField } from '../ui/field.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { toastSuccess } from '../ui/toast.tsx';
import { AuthForm, EmailField } from './auth-form.tsx';
import { authTexts } from './auth-texts.ts';
import type { Credentials } from './credentials.ts';

const texts = authTexts.signUpForm;

/** The server decides whether the new account is signed in at once. */
async function send({ fullName, email, password }: Credentials['signUp']): Promise<{ advice?: string }> {
  const { auth } = await fetchedClient();
  // Before the call: the session arrives before its response.
  confirmOwner(email);
  const { data, error } = await auth.signUp({
    email,
    password,
    options: { data: { full_name: fullName }, emailRedirectTo: `${location.origin}/dashboard` },
  });
  if (error) throw error;
  toastSuccess({ title: texts.successTitle, description: texts.success });
  return data.session ? {} : { advice: texts.confirmAdvice };
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
      kind="signUp"
      send={send}
      submitText={authTexts.signUp}
    />
  );
}
