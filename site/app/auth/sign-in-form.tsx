import { Link } from 'react-router';
import { browserClient } from '../data/browser-client.ts';
import { PasswordField } from '../ui/password-field.tsx';
import { toastSuccess } from '../ui/toast.tsx';
import { AuthForm, EmailField } from './auth-form.tsx';
import { authTexts } from './auth-texts.ts';
import { signInSchema, type SignIn } from './credentials.ts';
import { confirmOwner } from './session/owner-token.ts';

const texts = authTexts.signInForm;

async function send({ email, password }: SignIn): Promise<{ advice?: string }> {
  // Before the call: the session arrives before its response.
  confirmOwner(email);
  const { error } = await browserClient().auth.signInWithPassword({ email, password });
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
      schema={signInSchema}
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
