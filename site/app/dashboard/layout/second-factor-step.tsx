// The step of sign-in that asks for a second factor, or for a recovery code.
import type { Factor, User } from '@supabase/supabase-js';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useNavigationType, useLocation, useNavigate } from 'react-router';
import { authErrorMessage } from '../../auth/auth-error-message.ts';
import { browserClient } from '../../data/browser-client.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { AuthCardPage } from '../../auth/auth-card-page.tsx';
import { codeTexts as t } from './code-texts.ts';
import { SignOutButton } from './sign-out-button.tsx';
import styles from './second-factor-step.module.css';
import { toastSuccess } from '../../ui/toast.tsx';
import { errorMessage } from '../../ui/error-message.ts';

type Kind = Factor['factor_type'];

function verifiedFactor(user: User, kind: Kind): Factor | undefined {
  return user.factors?.find((factor) => factor.status === 'verified' && factor.factor_type === kind);
}

interface AuthFailure {
  name: string;
  code?: string | undefined;
  message: string;
}

type AuthResult = Promise<{ error: AuthFailure | null }>;

/** Names of browser errors about security keys. */
const browserErrors = new Set(['NotAllowedError', 'AbortError', 'InvalidStateError', 'SecurityError']);

/** A message with what to do, instead of the error's name. */
function advice(error: AuthFailure): string {
  const { code, name } = error;
  if (code === 'mfa_verification_failed') return t.errors.wrong;
  if (code === 'mfa_challenge_expired') return t.errors.expired;
  if (code === 'over_request_rate_limit') return t.errors.tooMany;
  if (name.startsWith('WebAuthn') || browserErrors.has(name)) return t.errors.key;
  return authErrorMessage(error, error.message);
}

/**
 * Asks for the second factor between password and dashboard. A verified factor changes the session, which the guard
 * in layout.tsx notices.
 */
export default function SecondFactorStep({ user }: { user: User }) {
  const [problem, setProblem] = useState<{ kind: Kind; text: string }>();
  const [busy, setBusy] = useState<Kind>();
  const [challengeId, setChallengeId] = useState<string>();
  const [recovering, setRecovering] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  const wasLoaded = useNavigationType() === 'POP';
  const { mfa } = browserClient().auth;
  const app = verifiedFactor(user, 'totp');
  const phone = verifiedFactor(user, 'phone');
  const key = verifiedFactor(user, 'webauthn');

  useEffect(() => {
    if (recovering) return;
    // After a navigation the title gets the focus, so that it is announced; after a page load the field, so that the
    // user can type at once.
    const field = wasLoaded && document.querySelector<HTMLElement>('#main input');
    (field || title.current)?.focus({ preventScroll: true });
  }, [recovering, wasLoaded]);

  async function attempt(kind: Kind, request: () => AuthResult): Promise<boolean> {
    setBusy(kind);
    setProblem(undefined);
    const { error } = await request();
    setBusy(undefined);
    if (error) setProblem({ kind, text: advice(error) });
    return error === null;
  }

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const code = String(new FormData(form).get('code')).replaceAll(/\s/g, '');
    const isVerified = app
      ? await attempt('totp', () => mfa.challengeAndVerify({ factorId: app.id, code }))
      : await attempt('phone', () =>
          mfa.verify({ factorId: phone?.id ?? '', challengeId: challengeId ?? '', code }),
        );
    if (!isVerified) form.querySelector('input')?.focus();
  }

  async function sendCode(): AuthResult {
    const { data, error } = await mfa.challenge({ factorId: phone?.id ?? '' });
    if (data) setChallengeId(data.id);
    return { error };
  }

  if (recovering) return <RecoveryStep onBack={() => setRecovering(false)} />;
  return (
    <AuthCardPage className="stack">
      <h1 ref={title} tabIndex={-1}>
        {t.title}
      </h1>
      {(app || challengeId) && (
        <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
          <TextField
            autoComplete="one-time-code"
            error={problem?.kind === 'webauthn' ? undefined : problem?.text}
            hint={app ? t.appHint : t.phoneHint}
            inputMode="numeric"
            label={t.label}
            name="code"
            required
          />
          <Button busy={busy === 'totp'} busyText={t.busy} type="submit">
            {t.submit}
          </Button>
        </form>
      )}
      {problem && (problem.kind === 'webauthn' || !(app || challengeId)) && (
        <p role="alert">{problem.text}</p>
      )}
      {phone && !app && (
        <Button
          busy={busy === 'phone'}
          busyText={t.sending}
          onClick={() => void attempt('phone', sendCode)}
          variant={challengeId ? 'secondary' : 'primary'}
        >
          {challengeId ? t.sendAgain : t.send}
        </Button>
      )}
      {key && (
        <Button
          busy={busy === 'webauthn'}
          busyText={t.touchKey}
          onClick={() => void attempt('webauthn', () => mfa.webauthn.authenticate({ factorId: key.id }))}
          variant={app || phone ? 'secondary' : 'primary'}
        >
          {t.securityKey}
        </Button>
      )}
      <div className={styles.ways}>
        <button className="link" onClick={() => setRecovering(true)} type="button">
          {t.recoveryCode}
        </button>
        <SignOutButton />
      </div>
    </AuthCardPage>
  );
}

/** Signs in with a recovery code if the second factor is lost, and leads to Settings to add a new one. */
function RecoveryStep({ onBack }: { onBack: () => void }) {
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const { search } = useLocation();

  useEffect(() => title.current?.focus({ preventScroll: true }), []);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('recovery_code')).trim();
    setBusy(true);
    const found = await consumeRecoveryCode(code);
    setBusy(false);
    setProblem(found);
    if (found !== null) {
      field.current?.focus();
      return;
    }
    toastSuccess({ title: t.recovery.done, description: t.recovery.doneDescription });
    // With `new-password` in the URL, the form for the new password is shown first.
    if (!search.includes('new-password')) void navigate('/dashboard/settings');
  }

  return (
    <AuthCardPage className="stack">
      <h1 ref={title} tabIndex={-1}>
        {t.recovery.title}
      </h1>
      <p>{t.recovery.description}</p>
      <form className="dense stack" noValidate onSubmit={(event) => void submit(event)}>
        <output className="sr-only">{busy ? t.recovery.checking : ''}</output>
        <TextField
          autoCapitalize="none"
          autoComplete="off"
          error={problem ?? undefined}
          hint={t.recovery.hint}
          label={t.recovery.label}
          name="recovery_code"
          ref={field}
          required
          spellCheck={false}
        />
        <Button busy={busy} busyText={t.busy} type="submit">
          {t.submit}
        </Button>
      </form>
      <div className={styles.ways}>
        <button className="link" onClick={onBack} type="button">
          {t.recovery.back}
        </button>
      </div>
    </AuthCardPage>
  );
}

const { errors } = t.recovery;
const problems: Record<string, string> = {
  wrong: errors.wrong,
  'too many': errors.tooMany,
};

/** Uses a recovery code, which removes the lost factors; returns null or an error message. */
async function consumeRecoveryCode(code: string): Promise<string | null> {
  if (code === '') return errors.missing;
  const client = browserClient();
  const { data, error, status } = await client.rpc('use_recovery_code', { code });
  if (error) return status === 0 ? errors.unreachable : errorMessage(error);
  if (data !== 'used') return problems[data] ?? data;
  // The session of this tab still contains the removed factors.
  await client.auth.refreshSession();
  return null;
}
