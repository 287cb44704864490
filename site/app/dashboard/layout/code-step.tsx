import type { Factor, User } from '@supabase/supabase-js';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useNavigationType } from 'react-router';
import { authErrorMessage } from '../../auth/auth-error-message.ts';
import { browserClient } from '../../data/browser-client.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { CardPage } from '../../auth/card-page.tsx';
import { codeTexts as t } from './code-texts.ts';
import { RecoveryStep } from './recovery-step.tsx';
import { SignOutButton } from './sign-out-button.tsx';
import styles from './code-step.module.css';

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

/** Names of the browser's own errors about security keys. */
const browserErrors = new Set(['NotAllowedError', 'AbortError', 'InvalidStateError', 'SecurityError']);

/** What to do, instead of the error's name. */
function advice(error: AuthFailure): string {
  const { code, name } = error;
  if (code === 'mfa_verification_failed') return t.errors.wrong;
  if (code === 'mfa_challenge_expired') return t.errors.expired;
  if (code === 'over_request_rate_limit') return t.errors.tooMany;
  if (name.startsWith('WebAuthn') || browserErrors.has(name)) return t.errors.key;
  return authErrorMessage(error, error.message);
}

/**
 * Verifies the second factor between password and dashboard. The guard sees the elevated session as any other change.
 */
export default function CodeStep({ user }: { user: User }) {
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
    // After a navigation the title is announced first; after a reload the user can type at once.
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
    <CardPage className="stack">
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
    </CardPage>
  );
}
