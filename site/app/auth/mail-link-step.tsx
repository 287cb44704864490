import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { authTexts } from './auth-texts.ts';
import { ForgotForm } from './forgot-form.tsx';
import { verifyMailLink, type MailLink, type MailLinkError } from './mail-link.ts';
import styles from './auth-page.module.css';

const texts = authTexts.link;

function explain({ type }: MailLink, failure: MailLinkError): string {
  if (failure.kind === 'other') return failure.message;
  if (failure.kind === 'unreachable') return texts.unreachable;
  if (failure.kind === 'half') return texts.half;
  return texts.expired[type];
}

const newPassword = '/dashboard/settings?new-password';
const next: Record<MailLink['type'], string> = {
  recovery: newPassword,
  invite: newPassword,
  signup: '/dashboard',
  magiclink: '/dashboard',
  email_change: '/dashboard/settings',
};

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
    if (outcome === 'adopted') void navigate(next[link.type], { replace: true });
    else if (outcome === 'kept') void navigate('/dashboard', { replace: true });
    else setFailure(outcome);
  }

  return (
    <div className={styles.step}>
      {failure && (
        <div className={styles.problem} ref={problem} tabIndex={-1}>
          <h2>
            <Icon name="warning" />
            {authTexts.problem}
          </h2>
          <p className="mt-6">{explain(link, failure)}</p>
        </div>
      )}
      {!isExpired && (
        // Without scripts the page's action confirms an address.
        <form
          data-late=""
          method="post"
          onSubmit={(event) => {
            event.preventDefault();
            void proceed();
          }}
        >
          <input name="token_hash" type="hidden" value={link.token_hash} />
          <input name="type" type="hidden" value={link.type} />
          <Button size="public" busy={busy} busyText={texts.busy} type="submit" wide>
            {texts[link.type]}
          </Button>
        </form>
      )}
      {isExpired && link.type === 'recovery' && <ForgotForm />}
      {isExpired && link.type !== 'recovery' && (
        <p>
          <Link className="link link-line" to="/auth">
            {texts.toSignIn}
          </Link>
        </p>
      )}
    </div>
  );
}
