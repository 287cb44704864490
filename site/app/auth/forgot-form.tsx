import { Link } from 'react-router';
import { AuthForm, EmailField } from './auth-form.tsx';
import { authTexts } from './auth-texts.ts';
import { forgotSchema, type Forgot } from './credentials.ts';
import { sendResetLink } from './send-reset-link.ts';

const texts = authTexts.forgotForm;

async function send({ email }: Forgot): Promise<{ advice: string }> {
  await sendResetLink(email);
  return { advice: texts.sent(email) };
}

export function ForgotForm() {
  return (
    <AuthForm
      busyText={texts.busy}
      fallback={texts.failed}
      fields={(field) => <EmailField {...field('email')} autoComplete="username" />}
      schema={forgotSchema}
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
