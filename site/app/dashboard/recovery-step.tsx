import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { toast } from '../ui/toast.tsx';
import { CodePage } from './code-page.tsx';
import { spendRecoveryCode } from './spend-recovery-code.ts';

/** For who has lost the second factor: one code from the list that was kept. It leads to Settings, for a new factor. */
export function RecoveryStep({ onBack }: { onBack: () => void }) {
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  const status = useRef<HTMLParagraphElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const { search } = useLocation();

  useEffect(() => title.current?.focus({ preventScroll: true }), []);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('recovery_code')).trim();
    status.current?.focus();
    setBusy(true);
    const found = await spendRecoveryCode(code);
    setBusy(false);
    setProblem(found);
    if (found !== null) {
      field.current?.focus();
      return;
    }
    toast({
      title: 'Welcome back!',
      description: 'Your second factor is removed. Set up a new one, with new recovery codes.',
      variant: 'success',
    });
    // A new password that was asked for still comes first.
    if (!search.includes('new-password')) void navigate('/dashboard/settings');
  }

  return (
    <CodePage>
      <h1 ref={title} tabIndex={-1}>
        Use a recovery code
      </h1>
      <p>
        It removes your second factor and signs out every other session. You set up a new factor in Settings.
      </p>
      <form className="dense" noValidate onSubmit={(event) => void submit(event)}>
        <p className="sr-only" ref={status} tabIndex={-1}>
          {busy ? 'Checking the code' : ''}
        </p>
        <TextField
          autoCapitalize="none"
          autoComplete="off"
          error={problem ?? undefined}
          hint="Sixteen letters and digits; dashes do not matter"
          label="Recovery code"
          name="recovery_code"
          ref={field}
          required
          spellCheck={false}
        />
        <Button busy={busy} busyText="Checking…" size="dashboard" type="submit">
          Continue
        </Button>
      </form>
      <div className="code-ways">
        <button className="link" onClick={onBack} type="button">
          Back to the code
        </button>
      </div>
    </CodePage>
  );
}
