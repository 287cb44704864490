import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { toastSuccess } from '../../ui/toast.tsx';
import { CardPage } from '../../auth/card-page.tsx';
import { codeTexts } from './code-texts.ts';
import styles from './code-step.module.css';
import { browserClient } from '../../data/browser-client.ts';
import { errorMessage } from '../../ui/error-message.ts';

const t = codeTexts.recovery;

/** Signs in with a recovery code when the second factor is lost, and leads to Settings to add a new one. */
export function RecoveryStep({ onBack }: { onBack: () => void }) {
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
    toastSuccess({ title: t.done, description: t.doneDescription });
    // A requested new password comes first.
    if (!search.includes('new-password')) void navigate('/dashboard/settings');
  }

  return (
    <CardPage className="stack">
      <h1 ref={title} tabIndex={-1}>
        {t.title}
      </h1>
      <p>{t.description}</p>
      <form className="dense stack" noValidate onSubmit={(event) => void submit(event)}>
        <output className="sr-only">{busy ? t.checking : ''}</output>
        <TextField
          autoCapitalize="none"
          autoComplete="off"
          error={problem ?? undefined}
          hint={t.hint}
          label={t.label}
          name="recovery_code"
          ref={field}
          required
          spellCheck={false}
        />
        <Button busy={busy} busyText={codeTexts.busy} type="submit">
          {codeTexts.submit}
        </Button>
      </form>
      <div className={styles.ways}>
        <button className="link" onClick={onBack} type="button">
          {t.back}
        </button>
      </div>
    </CardPage>
  );
}

const { errors } = codeTexts.recovery;
const problems: Record<string, string> = {
  wrong: errors.wrong,
  'too many': errors.tooMany,
};

/** Consumes a recovery code, which removes the lost factors; returns null or what to do. */
async function consumeRecoveryCode(code: string): Promise<string | null> {
  if (code === '') return errors.missing;
  const client = browserClient();
  const { data, error, status } = await client.rpc('use_recovery_code', { code });
  if (error) return status === 0 ? errors.unreachable : errorMessage(error);
  if (data !== 'used') return problems[data] ?? data;
  // This tab's session still lists the factors.
  await client.auth.refreshSession();
  return null;
}
