// The page /auth with its tabs.
import { useEffect, useState, type ReactNode, useRef, useId, type KeyboardEvent } from 'react';
import { Link, redirect, useLocation, useNavigate, useSearchParams, useNavigationType } from 'react-router';
import { agencyOf, useAgency } from '../agency/use-agency.ts';
import { browserClientConfigOf, serverClient } from '../data/server-client.ts';
import { wasSignedOutRemotely, useSession } from './session/session-store.ts';
import { clearUrlError, useUrlError } from './session/url-error.ts';
import { hasOwnerToken, isConfirmedFutureOwner, captureOwnerToken } from './session/owner-token.ts';
import { Icon, Spinner } from '../ui/icon.tsx';
import { ProblemSummary } from '../ui/problem-summary.tsx';
import { MissingScriptsNotice } from '../ui/missing-scripts-notice.tsx';
import type { Route } from './+types/auth-page.ts';
import { authTexts } from './auth-texts.ts';
import { AuthCardPage } from './auth-card-page.tsx';
import { claimOwnership, ConfirmOwnerQuestion, SwitchAccountQuestion } from './account-question.tsx';
import { ForgotPasswordForm, SignInForm, SignUpForm } from './account-forms.tsx';
import { MailLinkStep, isUsableWithoutSession, readMailLink } from './mail-link-step.tsx';
import styles from './auth-page.module.css';

export const handle = { now: 'if-known' };

export function meta({ location, matches }: Route.MetaArgs) {
  const { name } = agencyOf(matches);
  const { title, text } = authView(new URLSearchParams(location.search), name);
  return [
    { title: authTexts.documentTitle(title, name) },
    { name: 'description', content: authTexts.description(text) },
    { name: 'robots', content: 'noindex' },
  ];
}

export function headers() {
  return { 'X-Robots-Tag': 'noindex' };
}

export function loader({ context }: Route.LoaderArgs) {
  return browserClientConfigOf(context);
}

/**
 * A form posted without scripts. A link from a message confirms an address; the values of other forms are ignored, and
 * the page is served again.
 */
export async function action({ context, request }: Route.ActionArgs) {
  // A body that is not a form's contains no link; formData() would throw.
  const link = readMailLink(new URLSearchParams(await request.text()));
  if (link === null) return redirect('/auth', 303);
  if (!isUsableWithoutSession(link)) return redirect(`/auth?${new URLSearchParams({ ...link })}`, 303);
  const { auth } = serverClient(context, {});
  const { error } = await auth.verifyOtp(link);
  // Ends the session, because without scripts this browser cannot store it.
  if (!error) await auth.signOut({ scope: 'local' });
  return redirect(error ? '/auth?expired' : '/auth?confirmed', 303);
}

const tabs = [
  { label: authTexts.signIn, panel: <SignInForm /> },
  { label: authTexts.signUp, panel: <SignUpForm /> },
];

interface AuthView {
  kind: 'sign-in' | 'owner' | 'forgot' | 'link';
  title: string;
  text: string;
  /** The path to open once there is a session. */
  next: string;
}

function Step({ kind }: { kind: AuthView['kind'] }) {
  const [search] = useSearchParams();
  const link = readMailLink(search);
  if (kind === 'link' && link) return <MailLinkStep key={link.token_hash} link={link} />;
  if (kind === 'forgot') return <ForgotPasswordForm />;
  return (
    <AuthTabs
      first={kind === 'owner' ? authTexts.signUp : authTexts.signIn}
      key={kind}
      label={authTexts.forms}
      tabs={tabs}
    />
  );
}

export default function AuthPage({ loaderData }: Route.ComponentProps) {
  const session = useSession(loaderData);
  const { phase } = session;
  const user = phase === 'in' ? session.session.user : null;
  const { hash, key } = useLocation();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [, setConfirmed] = useState(false);
  const { name } = useAgency();
  const view = authView(search, name);
  const needsOwnerConfirmation = user !== null && hasOwnerToken() && !isConfirmedFutureOwner(user);
  // A link in a message needs confirmation, even with a session.
  const openingAs = view.kind === 'link' || needsOwnerConfirmation ? undefined : user?.id;
  // Shown in the page as well, because the toast disappears.
  const problem = useUrlError();

  useEffect(() => {
    if (hash.startsWith('#owner=')) captureOwnerToken();
  }, [hash]);

  useEffect(() => {
    if (openingAs === undefined) return;
    clearUrlError();
    void claimOwnership(openingAs).then(() => navigate(view.next, { replace: true }));
  }, [openingAs, view.next, navigate]);

  async function choose(replace: boolean): Promise<void> {
    if (session.phase !== 'choosing-account') return;
    // The purpose of the link, such as a new password, does not apply to the account that stays.
    if (!replace) await navigate('/auth', { replace: true });
    session.choose(replace);
  }

  let question: ReactNode = null;
  if (session.phase === 'choosing-account') {
    question = <SwitchAccountQuestion {...session} choose={(replace) => void choose(replace)} />;
  } else if (needsOwnerConfirmation)
    question = <ConfirmOwnerQuestion onConfirmed={() => setConfirmed(true)} user={user} />;

  return (
    <AuthCardPage
      className={styles.card}
      header={
        <Link className="text-link" to="/">
          <Icon name="arrow-left" />
          {authTexts.backToSite}
        </Link>
      }
    >
      {question ?? (
        <>
          <AuthHeading key={key} text={view.text} title={view.title} />
          <MissingScriptsNotice />
          {phase === 'out' && wasSignedOutRemotely() && (
            <output className={styles.note}>
              <Icon name="info" />
              {authTexts.signedOutElsewhere}
            </output>
          )}
          {(view.kind === 'owner' || (phase !== 'loading' && hasOwnerToken())) && (
            <p className={styles.note}>
              <Icon name="info" />
              <span>
                {phase === 'out' && !hasOwnerToken() ? authTexts.usedOwnerLink : authTexts.ownerLink}
              </span>
            </p>
          )}
          {problem !== null && (
            <ProblemSummary>
              <p>{problem}</p>
            </ProblemSummary>
          )}
          {openingAs === undefined ? (
            <Step kind={view.kind} />
          ) : (
            <Spinner className="mt-32" label={authTexts.opening} />
          )}
        </>
      )}
      <noscript>
        <p className="mt-16">{authTexts.noScript}</p>
      </noscript>
    </AuthCardPage>
  );
}

/** The card's title. It takes the focus after a navigation inside the site, not after a page load. */
function AuthHeading({ title, text }: { title: string; text: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const arrivedBy = useNavigationType();

  useEffect(() => {
    if (arrivedBy === 'POP') return;
    window.scrollTo({ top: 0, behavior: 'instant' });
    heading.current?.focus({ preventScroll: true });
  }, [arrivedBy]);

  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p className="muted mt-6">{text}</p>
    </>
  );
}

const { steps } = authTexts;

/** The step of /auth: sign in or up, `?forgot`, `?owner` (the set-up link), or a link from a message. */
function authView(search: URLSearchParams, agencyName: string): AuthView {
  const next = search.has('new-password') ? '/dashboard/settings?new-password' : '/dashboard';
  const link = readMailLink(search);
  if (link?.type === 'invite')
    return { kind: 'link', title: steps.invite.title, text: steps.invite.text(agencyName), next };
  if (link) return { kind: 'link', ...steps[link.type], next };
  if (search.has('confirmed')) return { kind: 'sign-in', ...steps.confirmed, next };
  if (search.has('expired')) return { kind: 'sign-in', ...steps.expired, next };
  if (search.has('forgot')) return { kind: 'forgot', ...steps.forgot, next };
  if (search.has('owner')) return { kind: 'owner', ...steps.owner, next };
  return { kind: 'sign-in', ...steps.signIn, next };
}

interface Tab {
  label: string;
  panel: ReactNode;
}

/** The tab that a key selects, or null. */
function tabForKey(key: string, current: number, count: number): number | null {
  if (key === 'ArrowRight') return (current + 1) % count;
  if (key === 'ArrowLeft') return (current + count - 1) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return null;
}

/** Tabs by the ARIA pattern: arrow keys, Home and End select. `first` is selected at first. */
function AuthTabs({ label, tabs, first }: { label: string; tabs: readonly Tab[]; first: string }) {
  const id = useId();
  const [chosen, setChosen] = useState(() => tabs.findIndex((tab) => tab.label === first));
  const list = useRef<HTMLDivElement>(null);

  function follow(event: KeyboardEvent): void {
    const next = tabForKey(event.key, chosen, tabs.length);
    if (next === null) return;
    event.preventDefault();
    setChosen(next);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  }

  return (
    <>
      <div aria-label={label} className={styles.tabs} ref={list} role="tablist">
        {tabs.map((tab, index) => (
          <button
            aria-controls={`${id}-panel-${index}`}
            aria-selected={index === chosen}
            id={`${id}-tab-${index}`}
            key={tab.label}
            onClick={() => setChosen(index)}
            onKeyDown={follow}
            role="tab"
            tabIndex={index === chosen ? 0 : -1}
            type="button"
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab, index) => (
        <div
          aria-labelledby={`${id}-tab-${index}`}
          hidden={index !== chosen}
          id={`${id}-panel-${index}`}
          key={tab.label}
          role="tabpanel"
        >
          {index === chosen && tab.panel}
        </div>
      ))}
    </>
  );
}
