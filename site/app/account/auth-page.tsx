import { useEffect, useRef } from 'react';
import { Link, redirect, useLocation, useNavigate, useNavigationType } from 'react-router';
import { agency } from '../agency.ts';
import { browserBackend } from '../data/server-client.ts';
import { hasOwnerToken, keepOwnerToken } from '../session/owner-token.ts';
import { useSession, useUrlProblem } from '../session/session-store.ts';
import { ContourArt } from '../ui/chart/contour-art.tsx';
import { Icon } from '../ui/icon.tsx';
import { Logo } from '../ui/logo.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { toast } from '../ui/toast.tsx';
import type { Route } from './+types/auth-page.ts';
import { AuthTabs } from './auth-tabs.tsx';
import { claimOwnership } from './claim-ownership.ts';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import './account.css';

export const handle = { now: true };

export function meta() {
  return [
    { title: `Admin Access · ${agency.name}` },
    { name: 'description', content: 'Sign in to manage your agency.' },
    { name: 'robots', content: 'noindex' },
  ];
}

export function headers() {
  return { 'X-Robots-Tag': 'noindex' };
}

export function loader({ context }: Route.LoaderArgs) {
  return browserBackend(context);
}

/** A form posted before any script ran: nothing is read from it, the page comes again. */
export function action() {
  return redirect('/auth', 303);
}

const tabs = [
  { label: 'Sign In', panel: <SignInForm /> },
  { label: 'Sign Up', panel: <SignUpForm /> },
];

function showProblem(message: string): void {
  toast({ title: 'Error', description: message, variant: 'destructive' });
}

export default function AuthPage({ loaderData }: Route.ComponentProps) {
  const { phase } = useSession(loaderData);
  const { hash } = useLocation();
  const navigate = useNavigate();
  const arrivedBy = useNavigationType();
  const title = useRef<HTMLHeadingElement>(null);
  useUrlProblem(showProblem);

  // A page that was loaded keeps the browser's focus; a navigation inside the site is announced by its title.
  useEffect(() => {
    if (arrivedBy === 'POP') return;
    window.scrollTo({ top: 0, behavior: 'instant' });
    title.current?.focus({ preventScroll: true });
  }, [arrivedBy]);

  useEffect(() => {
    if (hash.startsWith('#owner=')) keepOwnerToken();
  }, [hash]);

  useEffect(() => {
    if (phase === 'in') void claimOwnership().then(() => navigate('/dashboard', { replace: true }));
  }, [phase, navigate]);

  return (
    <div className="auth-page">
      <header>
        <Link className="text-link" to="/">
          <Icon name="arrow-left" />
          Back to Main Site
        </Link>
      </header>
      <main id="main">
        <div className="auth-card on-paper">
          <Logo />
          <h1 ref={title} tabIndex={-1}>
            Admin Access
          </h1>
          <p className="text-muted">Sign in to manage your agency</p>
          {phase !== 'loading' && hasOwnerToken() && (
            <p className="auth-note">
              <Icon name="info" />
              This link makes your account the owner. Sign up, or sign in if you have an account.
            </p>
          )}
          {phase === 'in' ? (
            <Spinner className="mt-8" label="Opening the dashboard…" />
          ) : (
            <AuthTabs label="Admin Access" tabs={tabs} />
          )}
          <noscript>
            <p className="mt-4">Signing in needs JavaScript, because the session stays in your browser.</p>
          </noscript>
        </div>
      </main>
      <div aria-hidden="true" className="auth-chart">
        <ContourArt height={900} seed="admin-access" width={600} />
      </div>
    </div>
  );
}
