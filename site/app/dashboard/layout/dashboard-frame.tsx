// The frame around every screen, with the gate for accounts without a role.
import { useCallback, useRef, useEffect } from 'react';
import { useDisplayName } from '../../auth/session/profile.ts';
import { mayEditContent, mayReadLeads, useRoles, useMustSetUpFactor } from '../../auth/session/roles.ts';
import { IconButton, ButtonLink } from '../../ui/button.tsx';
import { ThemeSwitch } from '../../ui/theme-switch.tsx';
import { frameTexts as t } from '../screen/screen-texts.ts';
import {
  SidebarDialog,
  Sidebar,
  useSidebarExpanded,
  useIsNarrowViewport,
  useSidebarToggleKey,
} from './sidebar.tsx';
import { ZoneDifference } from './zone-difference.tsx';
import { SignOutButton } from './sign-out-button.tsx';
import styles from './frame.module.css';
import { shortcutKey } from '../../ui/keys.ts';
import { useLocation, useNavigationType, Outlet } from 'react-router';
import { EmptyState } from '../screen/empty-state.tsx';
import { QueryResult } from '../screen/query-result.tsx';
import { ScreenHeading } from '../screen/screen-heading.tsx';
import { Spinner } from '../../ui/icon.tsx';
import { screenTitle } from '../screens.ts';
import { browserClient } from '../../data/browser-client.ts';
import { useSignedInSession } from '../../auth/session/session-store.ts';
import { accountDraftPrefix, findDraftSlots } from '../screen/use-stored-draft.ts';
import { desktopNotificationsEvent, isTabFocused } from '../notifications/notification-events.ts';

export function DashboardFrame() {
  const name = useDisplayName();
  const { data: roles = [] } = useRoles();
  const narrow = useIsNarrowViewport();
  const [expanded, toggleExpanded] = useSidebarExpanded();
  const panel = useRef<HTMLDialogElement>(null);
  useFocusOnNavigation();
  useRecordPresence(mayReadLeads(roles));
  useFocusedTabLock();
  useUnsentDrafts(mayEditContent(roles));

  const toggle = useCallback(() => {
    if (!narrow) toggleExpanded();
    else if (panel.current?.open) panel.current.close();
    else panel.current?.showModal();
  }, [narrow, toggleExpanded]);
  useSidebarToggleKey(toggle);
  useSaveKey();

  return (
    <div className={styles.dash} data-sidebar={expanded ? 'expanded' : 'collapsed'}>
      <a className="skip-link" href="#main">
        {t.skipLink}
      </a>
      {narrow ? (
        <SidebarDialog roles={roles} ref={panel} />
      ) : (
        <Sidebar expanded={expanded} roles={roles} onToggle={toggle} />
      )}
      <div className={styles.body}>
        <header className={styles.bar} data-screen-only="">
          <IconButton
            aria-controls="sidebar"
            aria-expanded={narrow ? undefined : expanded}
            aria-haspopup={narrow ? 'dialog' : undefined}
            icon="panel"
            label={t.sidebar.label}
            onClick={toggle}
          />
          <p className={styles.title}>{t.title}</p>
          <p className={styles.name}>{name}</p>
          {!narrow && <ThemeSwitch compact />}
          <SignOutButton />
          <ZoneDifference />
        </header>
        <main className={styles.main} id="main" tabIndex={-1}>
          <Gate />
        </main>
      </div>
    </div>
  );
}

/** Ctrl+S submits only marked forms, because sending a reply or a code is not saving. */
const saved = 'form[data-saves]';

/** The focused form, or the only one of the open dialog or the screen. */
function findForm(): HTMLFormElement | undefined {
  const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.querySelector('main');
  const forms = [...(scope?.querySelectorAll<HTMLFormElement>(saved) ?? [])];
  const current = document.activeElement?.closest(saved);
  return forms.find((form) => form === current) ?? (forms.length === 1 ? forms[0] : undefined);
}

/** Ctrl+S and Cmd+S save the form and never open the browser's dialog. */
function useSaveKey(): void {
  useEffect(() => {
    function follow(event: KeyboardEvent): void {
      const isSaveKey = shortcutKey(event) === 's' && (event.ctrlKey || event.metaKey);
      if (!isSaveKey || event.altKey || event.shiftKey) return;
      event.preventDefault();
      const form = event.repeat ? undefined : findForm();
      const isReady = form?.querySelector('[type=submit]:not(:disabled, [aria-disabled=true])');
      if (isReady) form?.requestSubmit();
    }
    window.addEventListener('keydown', follow);
    return () => window.removeEventListener('keydown', follow);
  }, []);
}

/**
 * Focuses the title of the screen. Until the roles are known, another title is shown, so the title that replaces it
 * is focused too. Returns the cleanup.
 */
function focusTitle(main: HTMLElement): () => void {
  let title: HTMLElement | null = null;
  function follow(): void {
    if (title?.isConnected || (title && document.activeElement !== document.body)) return;
    const next = main.querySelector('h1');
    next?.focus({ preventScroll: true });
    title = next ?? title;
  }
  follow();
  const changes = new MutationObserver(follow);
  changes.observe(main, { childList: true, subtree: true });
  return () => changes.disconnect();
}

/** Whether a navigation changes only the URL, so that scroll position and focus stay. */
function keepsFocus(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'keepsFocus' in state && state.keepsFocus === true;
}

/**
 * After a navigation, scrolls to the top and focuses the screen's title. Back and forward keep the router's scroll
 * restoration. Search parameters do not count as navigation.
 */
function useFocusOnNavigation(): void {
  const { pathname, state } = useLocation();
  const type = useNavigationType();
  // Nothing is focused after a page load: the browser restores its scroll position, and Tab starts at the skip link.
  const focusedPath = useRef(type === 'POP' ? pathname : '');
  useEffect(() => {
    if (focusedPath.current === pathname) return undefined;
    focusedPath.current = pathname;
    if (keepsFocus(state)) return undefined;
    if (type !== 'POP') window.scrollTo({ top: 0, behavior: 'instant' });
    const main = document.querySelector('main');
    return main ? focusTitle(main) : undefined;
  }, [pathname, state, type]);
}

/** Why an account without roles sees nothing, and what it can do. */
function NoRoles() {
  const must = useMustSetUpFactor(true);
  if (must.isPending) return <Spinner label={t.loading} />;
  const needsFactor = must.data === true;
  const action = (
    <>
      {!needsFactor && <p className="muted">{t.gate.approvalHint}</p>}
      <ButtonLink to="/dashboard/settings" variant={needsFactor ? 'primary' : 'secondary'}>
        {needsFactor ? t.gate.setUpFactor : t.gate.settings}
      </ButtonLink>
    </>
  );
  return <EmptyState action={action} text={needsFactor ? t.gate.needsFactor : t.gate.needsApproval} />;
}

/** Accounts that wait for approval see the layout, their settings and an explanation. Display only: policies decide. */
function Gate() {
  const { pathname } = useLocation();
  const query = useRoles();

  if (pathname === '/dashboard/settings' || (query.data && query.data.length > 0)) return <Outlet />;
  return (
    <>
      <ScreenHeading title={screenTitle(pathname) ?? t.waiting.title} />
      <QueryResult failedText={t.gate.failed} hidesRefetchErrors loadingText={t.loading} query={query}>
        {() => <NoRoles />}
      </QueryResult>
    </>
  );
}

// Interval of the check whether the dashboard is visible and focused.
const checkMs = 10_000;
/** Interval of the reports. The server treats a user as present for two minutes after a report. */
const noteMs = 60_000;
/** Interval of the search for drafts that are not on the server. */
const sendMs = 10_000;

/** Reports that the dashboard is visible and focused: then the server sends its user no mail about leads. */
function useRecordPresence(enabled: boolean): void {
  useEffect(() => {
    if (!enabled) return undefined;
    let notedAt = 0;
    const timer = setInterval(() => {
      if (!isTabFocused() || Date.now() - notedAt < noteMs) return;
      notedAt = Date.now();
      // an error is ignored: the user may only get an unnecessary mail
      void browserClient()
        .rpc('note_presence')
        .then(() => undefined);
    }, checkMs);
    return () => clearInterval(timer);
  }, [enabled]);
}

/** Sends what was typed in editors that are closed, as after a session has ended or without a connection. */
function useUnsentDrafts(enabled: boolean): void {
  const { id } = useSignedInSession().user;
  useEffect(() => {
    if (!enabled) return undefined;
    function send(): void {
      if (findDraftSlots(accountDraftPrefix(id)).every(({ isSent }) => isSent)) return;
      import('../send-unsent-drafts.ts')
        .then(({ sendUnsentDrafts }) => sendUnsentDrafts(id))
        .catch(() => undefined);
    }
    send();
    const timer = setInterval(send, sendMs);
    return () => clearInterval(timer);
  }, [enabled, id]);
}

/** Lets the other tabs know while this one is focused, once this browser may show notifications. */
function useFocusedTabLock(): void {
  useEffect(() => {
    const left = new AbortController();
    let hasJoined = false;
    function join(): void {
      if (hasJoined || !('Notification' in window) || Notification.permission !== 'granted') return;
      hasJoined = true;
      import('../notifications/claim-notification.ts')
        .then(({ holdLockWhileFocused }) => holdLockWhileFocused(left.signal))
        // if the script cannot be loaded, the next switch or page load tries again
        .catch(() => (hasJoined = false));
    }
    join();
    // `storage` is fired when notifications are switched on in another tab
    for (const type of ['storage', desktopNotificationsEvent])
      window.addEventListener(type, join, { signal: left.signal });
    return () => left.abort();
  }, []);
}
