import { Link } from 'react-router';
import { fetchedClient } from '../data/browser-client.ts';
import { AuthForm, EmailField } from './auth-form.tsx';
import { authTexts } from './auth-texts.ts';
import type { Credentials } from './credentials.ts';

const texts = authTexts.forgotForm;

/**
 * Errors do not reveal whether the account exists. On projects that send their own messages the link returns here with
 * a session, which `new-password` handles.
 */
async function send({ email }: Credentials['forgot']): Promise<{ advice: string }> {
  const redirectTo = `${location.origin}/auth?new-password`;
  const { auth } = await fetchedClient();
  const { error } = await auth.resetPasswordForEmail(email, { redirectTo });
  if (error) throw error;
  return { advice: texts.sent(email) };
}

export function ForgotForm() {
  return (
    <AuthForm
      busyText={texts.busy}
      fallback={texts.failed}
      fields={(field) => <EmailField {...field('email')} autoComplete="username" />}
      kind="forgot"
      send={send}
      submitText={texts.submit}
    >
      <p>
        <Link className="link link-line" to="/auth">
          {texts.back}
        </Link>
      </p>
    </AuthForm>
  );
}
