// The route of the dashboard: its guard, the session's events, the query client.
import { QueryClientProvider, QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { Outlet, useLocation, useMatches, useNavigate } from 'react-router';
import { agencyOf } from '../../agency/use-agency.ts';
import { backendContext } from '../../data/backend-context.ts';
import { browserClientConfigOf } from '../../data/server-client.ts';
import { useAccountEvents, type StaffNotification } from '../../auth/session/use-account-events.ts';
import { mustVerifySecondFactor } from '../../auth/session/roles.ts';
import { storeReturnPath } from '../../auth/session/return-path.ts';
import { wasSignedOutRemotely, useSession } from '../../auth/session/session-store.ts';
import { useUrlError } from '../../auth/session/url-error.ts';
import { RichText } from '../../texts/rich-text.tsx';
import { MissingScriptsNotice } from '../../ui/missing-scripts-notice.tsx';
import { addIconPaths, Spinner } from '../../ui/icon.tsx';
import { staffIconPaths } from '../../ui/staff-icon-paths.ts';
import { clearToasts } from '../../ui/toast.tsx';
import { registerDatabaseErrorTexts } from '../../ui/error-message.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';
import type { Route } from './+types/layout.ts';
import { screenTitle } from '../screens.ts';
import { DashboardFrame } from './dashboard-frame.tsx';
import { frameTexts, databaseErrorTexts } from '../screen/screen-texts.ts';
import { releaseDraftLocks } from '../screen/use-stored-draft.ts';
import '../screen/screen.module.css';
import styles from './frame.module.css';

const t = frameTexts.waiting;

registerDatabaseErrorTexts(databaseErrorTexts);
addIconPaths(staffIconPaths);

// Loaded lazily, because only accounts with a second factor see it.
const SecondFactorStep = lazyComponent(() => import('./second-factor-step.tsx'));

export const handle = { now: 'always' };

/** Titles of all screens, by their names in the sidebar; editors set their own. */
export function meta({ location, matches }: Route.MetaArgs) {
  const name = screenTitle(location.pathname) ?? frameTexts.title;
  return [{ title: frameTexts.documentTitle(name, agencyOf(matches).name) }];
}

export function headers() {
  return { 'X-Robots-Tag': 'noindex' };
}

/** What the browser needs to connect to the backend. The server has no session, so it never reads staff data. */
export function loader({ context }: Route.LoaderArgs) {
  const { practiceBilling, sendsMail, receivesMail, mailFolder } = context.get(backendContext);
  return {
    ...browserClientConfigOf(context),
    practiceBilling,
    sendsMail,
    receivesMail,
    hasMailbox: mailFolder !== null,
  };
}

/** The backend's URL is the same for every screen. */
export function shouldRevalidate() {
  return false;
}

function refetchAll(userId: string): void {
  void queryClientFor(userId).invalidateQueries();
}

/** The guard: a spinner while loading, /auth without a session, the second factor if it is missing. */
export default function DashboardLayout({ loaderData }: Route.ComponentProps) {
  const session = useSession(loaderData);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const userId = session.phase === 'in' ? session.session.user.id : undefined;
  const account = useRef<string>(undefined);
  const isUnknownScreen = useIsUnknownScreen();
  const onNotification = useCallback(
    (notification: StaffNotification): void => {
      import('../notifications/show-desktop-notification.ts')
        .then(({ showDesktopNotification }) =>
          showDesktopNotification(notification, (address) => void navigate(address)),
        )
        // if the script cannot be loaded, this notification is not shown; the next one tries again
        .catch(() => undefined);
    },
    [navigate],
  );
  useUrlError();
  useAccountEvents(userId, { onAccessChanged: refetchAll, onNotification });

  useEffect(() => {
    if (userId !== undefined) account.current = userId;
    // /auth shows the choice between the two accounts
    if (session.phase === 'choosing-account') void navigate('/auth', { replace: true });
    // a visitor of an unknown screen has nothing to sign in for
    if (session.phase !== 'out' || (isUnknownScreen && account.current === undefined)) return;
    // toasts of this account must not be shown to the next one
    if (account.current !== undefined) clearToasts();
    // stores the present URL without the tokens of a link, which have been removed from it
    const isOwnSignOut = account.current !== undefined && !wasSignedOutRemotely();
    if (!isOwnSignOut) storeReturnPath(pathname + window.location.search, account.current);
    clearQueries();
    releaseDraftLocks();
    void navigate('/auth', { replace: true });
  }, [session.phase, userId, pathname, navigate, isUnknownScreen]);

  if (session.phase === 'in' && mustVerifySecondFactor(session.session)) {
    return <SecondFactorStep user={session.session.user} />;
  }
  if (session.phase === 'in') {
    return (
      <QueryClientProvider client={queryClientFor(session.session.user.id)}>
        <DashboardFrame />
      </QueryClientProvider>
    );
  }
  if (isUnknownScreen)
    return (
      <main className={styles.waiting} id="main">
        <Outlet />
      </main>
    );
  return (
    <main className={styles.waiting} id="main">
      <h1 className="sr-only">{t.title}</h1>
      <MissingScriptsNotice />
      <Spinner label={t.loading} />
      <noscript>
        <p>
          <RichText
            tags={{
              link: (content) => (
                <a className="link" href="/">
                  {content}
                </a>
              ),
            }}
            text={t.needsScripts}
          />
        </p>
      </noscript>
    </main>
  );
}

/** Whether the path is that of no screen, so that there is nothing to sign in for. */
function useIsUnknownScreen(): boolean {
  return useMatches().some(
    ({ handle: each }) => (each as { isUnknownScreen?: true } | undefined)?.isUnknownScreen,
  );
}

let client: QueryClient | undefined;
let owner: string | undefined;

/**
 * One account's query cache; another account in the same tab gets an empty one. TanStack's defaults are the
 * specification's (5 minutes of cache, 3 retries with backoff up to 30 s). Offline queries fail instead of pausing
 * silently.
 */
function queryClientFor(userId: string): QueryClient {
  if (!client || owner !== userId) {
    client?.clear();
    client = new QueryClient({
      defaultOptions: { queries: { networkMode: 'always' }, mutations: { networkMode: 'always' } },
    });
    owner = userId;
  }
  return client;
}

/** Removes the account's data from memory after sign-out. */
function clearQueries(): void {
  client?.clear();
  client = undefined;
  owner = undefined;
}
