// The forms of /auth: signing in, signing up, a forgotten password.
import { Link } from 'react-router';
import { loadBrowserClient } from '../data/browser-client.ts';
import { PasswordField } from '../ui/password-field.tsx';
import { toastSuccess } from '../ui/toast.tsx';
import { AuthForm, EmailField } from './auth-form.tsx';
import { authTexts } from './auth-texts.ts';
import type { AuthFormValues } from './parse-auth-form.ts';
import { markFutureOwnerConfirmed, markSignedUp, readOwnerLinkEmail } from './session/owner-token.ts';
import { useSyncExternalStore } from 'react';
import { usePasswordHint } from './session/use-password-hint.ts';
import { TextField } from '../ui/field.tsx';

const texts = authTexts.signInForm;

async function signIn({ email, password }: AuthFormValues['signIn']): Promise<{ advice?: string }> {
  const { auth } = await loadBrowserClient();
  // Called before the request, because the session arrives before its response.
  markFutureOwnerConfirmed(email);
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
      send={signIn}
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

const signUpTexts = authTexts.signUpForm;

/** The server decides whether the new account is signed in at once. */
async function signUp({ fullName, email, password }: AuthFormValues['signUp']): Promise<{ advice?: string }> {
  const { auth } = await loadBrowserClient();
  // Called before the request, because the session arrives before its response.
  markFutureOwnerConfirmed(email);
  markSignedUp(email);
  const { data, error } = await auth.signUp({
    email,
    password,
    options: { data: { full_name: fullName }, emailRedirectTo: `${location.origin}/dashboard` },
  });
  if (error) throw error;
  toastSuccess({ title: signUpTexts.successTitle, description: signUpTexts.success });
  return data.session ? {} : { advice: signUpTexts.confirmAdvice };
}

export function SignUpForm() {
  const email = useSyncExternalStore(
    () => () => {},
    readOwnerLinkEmail,
    () => '',
  );
  const hint = usePasswordHint();
  return (
    <AuthForm
      busyText={signUpTexts.busy}
      fallback={signUpTexts.failed}
      fields={(field) => (
        <>
          <TextField {...field('fullName')} autoComplete="name" label={authTexts.fields.fullName} required />
          <EmailField {...field('email')} autoComplete="email" defaultValue={email} />
          <PasswordField {...field('password')} autoComplete="new-password" hint={hint} />
        </>
      )}
      kind="signUp"
      send={signUp}
      submitText={authTexts.signUp}
    />
  );
}

const forgotTexts = authTexts.forgotForm;

/**
 * Errors do not reveal whether the account exists. On projects that send their own messages, the link returns here with
 * a session, which `new-password` handles.
 */
async function sendResetLink({ email }: AuthFormValues['forgot']): Promise<{ advice: string }> {
  const redirectTo = `${location.origin}/auth?new-password`;
  const { auth } = await loadBrowserClient();
  const { error } = await auth.resetPasswordForEmail(email, { redirectTo });
  if (error) throw error;
  return { advice: forgotTexts.sent(email) };
}

export function ForgotPasswordForm() {
  return (
    <AuthForm
      busyText={forgotTexts.busy}
      fallback={forgotTexts.failed}
      fields={(field) => <EmailField {...field('email')} autoComplete="username" />}
      kind="forgot"
      send={sendResetLink}
      submitText={forgotTexts.submit}
    >
      <p>
        <Link className="link link-line" to="/auth">
          {forgotTexts.back}
        </Link>
      </p>
    </AuthForm>
  );
}
