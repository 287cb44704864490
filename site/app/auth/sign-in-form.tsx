import { Link } from 'react-router';
import { fetchedClient } from '../data/browser-client.ts';
import { PasswordField } from '../ui/password-field.tsx';
import { toastSuccess } from '../ui/toast.tsx';
import { AuthForm, EmailField } from './auth-form.tsx';
import { authTexts } from './auth-texts.ts';
import type { Credentials } from './credentials.ts';
import { confirmOwner } from './session/owner-token.ts';

const texts = authTexts.signInForm;

async function send({ email, password }: Credentials['signIn']): Promise<{ advice?: string }> {
  const { auth } = await fetchedClient();
  // Before the call: the session arrives before its response.
  confirmOwner(email);
  const { error } = await auth.signInWithPassword({ email, password });
  if (error) throw error;
  toastSuccess({ title: texts.successTitle, description: texts.success });
  return {};
}

export function SignInForm() {
  return (
    <AuthForm
      busyText={texts.busy}
      fallback={texts.failed}
      fields={(field) => (
        <>
          <EmailField {...field('email')} autoComplete="username" />
          <PasswordField {...field('password')} autoComplete="current-password" />
        </>
      )}
      kind="signIn"
      send={send}
      submitText={authTexts.signIn}
    >
      <p>
        <Link className="link link-line" to="/auth?forgot">
          {texts.forgot}
        </Link>
      </p>
    </AuthForm>
  );
}
