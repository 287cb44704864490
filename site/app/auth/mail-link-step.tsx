import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { ForgotForm } from './forgot-form.tsx';
import { verifyMailLink, type MailLink, type MailLinkError } from './mail-link.ts';
import styles from './auth-page.module.css';

const texts = {
  recovery: { button: 'Choose a new password', nextStep: 'Ask for a new link below.' },
  invite: {
    button: 'Accept the invitation',
    nextStep: "Ask the person who invited you for a new one. If you've already accepted, just sign in.",
  },
};

function explain({ type }: MailLink, failure: MailLinkError): string {
  if (failure.kind === 'other') return failure.message;
  if (failure.kind === 'unreachable')
    return "We couldn't reach the server. Your link still works. Please try again.";
  return `This link has expired, was already used, or is incomplete. ${texts[type].nextStep}`;
}

/** Opens a link from a message. Waits for the button, because mail scanners open links and a link works once. */
export function MailLinkStep({ link }: { link: MailLink }) {
  const [failure, setFailure] = useState<MailLinkError | null>(null);
  const [busy, setBusy] = useState(false);
  const problem = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const isExpired = failure?.kind === 'expired';

  useEffect(() => {
    if (failure) problem.current?.focus();
  }, [failure]);

  async function proceed(): Promise<void> {
    setBusy(true);
    setFailure(null);
    const outcome = await verifyMailLink(link);
    setBusy(false);
    if (outcome === 'adopted') void navigate('/dashboard/settings?new-password', { replace: true });
    else if (outcome === 'kept') void navigate('/dashboard', { replace: true });
    else setFailure(outcome);
  }

  return (
    <div className={styles.step}>
      {failure && (
        <div className={styles.problem} ref={problem} tabIndex={-1}>
          <h2>
            <Icon name="warning" />
            There is a problem
          </h2>
          <p>{explain(link, failure)}</p>
        </div>
      )}
      {!isExpired && (
        <Button busy={busy} busyText="Just a moment…" onClick={() => void proceed()} wide>
          {texts[link.type].button}
        </Button>
      )}
      {isExpired && link.type === 'recovery' && <ForgotForm />}
      {isExpired && link.type === 'invite' && (
        <p className={styles.forgot}>
          <Link className="link" to="/auth">
            Go to sign in
          </Link>
        </p>
      )}
    </div>
  );
}
