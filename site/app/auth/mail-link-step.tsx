import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { ForgotForm } from './forgot-form.tsx';
import { spendMailLink, type MailLink, type MailLinkRefusal } from './mail-link.ts';

const words = {
  recovery: { button: 'Choose a new password', again: 'Ask for a new link below.' },
  invite: {
    button: 'Accept the invitation',
    again: "Ask the person who invited you for a new one. If you've already accepted, just sign in.",
  },
};

function explain({ type }: MailLink, refusal: MailLinkRefusal): string {
  if (refusal.kind === 'said') return refusal.message;
  if (refusal.kind === 'unreachable')
    return "We couldn't reach the server. Your link still works. Please try again.";
  return `This link has expired, was already used, or is incomplete. ${words[type].again}`;
}

/**
 * What a link in a message opens. Nothing happens before the button is pressed, because what scans mail opens links
 * too, and a link works once.
 */
export function MailLinkStep({ link }: { link: MailLink }) {
  const [refusal, setRefusal] = useState<MailLinkRefusal | null>(null);
  const [busy, setBusy] = useState(false);
  const problem = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const dead = refusal?.kind === 'dead';

  useEffect(() => {
    if (refusal) problem.current?.focus();
  }, [refusal]);

  async function goOn(): Promise<void> {
    setBusy(true);
    setRefusal(null);
    const outcome = await spendMailLink(link);
    setBusy(false);
    if (outcome === 'adopted') void navigate('/dashboard/settings?new-password', { replace: true });
    else if (outcome === 'kept') void navigate('/dashboard', { replace: true });
    else setRefusal(outcome);
  }

  return (
    <div className="auth-step">
      {refusal && (
        <div className="auth-problem" ref={problem} tabIndex={-1}>
          <h2>
            <Icon name="warning" />
            There is a problem
          </h2>
          <p>{explain(link, refusal)}</p>
        </div>
      )}
      {!dead && (
        <Button busy={busy} busyText="Just a moment…" className="w-full" onClick={() => void goOn()}>
          {words[link.type].button}
        </Button>
      )}
      {dead && link.type === 'recovery' && <ForgotForm />}
      {dead && link.type === 'invite' && (
        <p className="auth-forgot">
          <Link className="link" to="/auth">
            Go to sign in
          </Link>
        </p>
      )}
    </div>
  );
}
