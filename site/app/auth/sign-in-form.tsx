import { Link } from 'react-router';
import { PasswordField } from '../ui/password-field.tsx';
import { toastSuccess } from '../ui/toast.tsx';
import { AuthForm, EmailField } from './auth-form.tsx';
import { authTexts } from './auth-texts.ts';
import { signInSchema, type SignIn } from './credentials.ts';
import { signIn } from './sign-in.ts';

const texts = authTexts.signInForm;

async function send(values: SignIn): Promise<{ advice?: string }> {
  await signIn(values);
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
