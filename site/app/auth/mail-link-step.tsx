// The step of /auth that uses a link from an email.
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Button } from '../ui/button.tsx';
import { ProblemSummary } from '../ui/problem-summary.tsx';
import { authTexts } from './auth-texts.ts';
import { ForgotPasswordForm } from './account-forms.tsx';
import styles from './auth-page.module.css';
import { createDetachedClient, loadBrowserClient } from '../data/browser-client.ts';
import { authErrorMessage } from './auth-error-message.ts';
import { adoptSessionFromLink } from './session/session-store.ts';

const texts = authTexts.link;

/** `expired`: used, too old or incomplete. `unreachable`: no response, so the link is still valid. */
type MailLinkError =
  | { kind: 'expired' }
  | { kind: 'unreachable' }
  /** for a change of address whose other address is not confirmed yet */
  | { kind: 'half' }
  | { kind: 'other'; message: string };

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

/**
 * Uses a link from a message. Waits for a press of the button, because mail scanners open links, which work only once.
 */
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
        <ProblemSummary ref={problem}>
          <p>{explain(link, failure)}</p>
        </ProblemSummary>
      )}
      {!isExpired && (
        // Without scripts, the page's action confirms an address.
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
      {isExpired && link.type === 'recovery' && <ForgotPasswordForm />}
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

const types = ['recovery', 'invite', 'signup', 'magiclink', 'email_change'] as const;

/** The parameters of a link from our messages: `/auth?token_hash=…&type=recovery`. */
interface MailLink {
  token_hash: string;
  type: (typeof types)[number];
}

/** Reads them from a URL, or from the form that uses the link without scripts. */
export function readMailLink(search: Pick<URLSearchParams | FormData, 'get'>): MailLink | null {
  const token_hash = search.get('token_hash');
  const type = types.find((one) => one === search.get('type'));
  if (typeof token_hash !== 'string' || token_hash === '' || type === undefined) return null;
  return { token_hash, type };
}

/** Whether the link works without a session in this browser. */
export function isUsableWithoutSession({ type }: MailLink): boolean {
  return type === 'signup' || type === 'email_change';
}

/**
 * Exchanges the link for a session; `kept` if another account is signed in and stays. Uses a separate client, so that
 * nothing is replaced before the link's account is known.
 */
async function verifyMailLink(link: MailLink): Promise<'adopted' | 'kept' | MailLinkError> {
  try {
    await loadBrowserClient();
  } catch {
    return { kind: 'unreachable' };
  }
  const { data, error } = await createDetachedClient().auth.verifyOtp(link);
  if (data.session) {
    const outcome = await adoptSessionFromLink(data.session);
    return outcome === 'rejected' ? { kind: 'expired' } : outcome;
  }
  if (!error) return { kind: 'half' };
  if (!error.status || error.status >= 500) return { kind: 'unreachable' };
  if (error.code === 'otp_expired' || error.code === 'validation_failed') return { kind: 'expired' };
  return { kind: 'other', message: authErrorMessage(error, error.message) };
}
