// Links of the sidebar: screens by role with waiting counts, saved views of messages, the public site.
import { useId } from 'react';
import { Link, useLocation, useRouteLoaderData } from 'react-router';
import { mayReadLeads, type Roles } from '../../auth/session/roles.ts';
import { formatCount } from '../../ui/format-values.ts';
import { Icon } from '../../ui/icon.tsx';
import { RichText } from '../../texts/rich-text.tsx';
import { frameTexts } from './frame-texts.ts';
import { maxWorkCount, useWorkCounts } from '../screen/use-work-counts.ts';
import { agencyScreens, dashboardScreens, type DashboardScreen } from '../screens.ts';
import styles from './sidebar.module.css';
import { savedViewPath, useSavedViews } from '../screen/saved-views.ts';

const t = frameTexts.sidebar;

/** Whether this screen, or one under it, is shown. */
function ariaCurrent(
  { path, childPaths = [] }: DashboardScreen,
  pathname: string,
): 'page' | 'true' | undefined {
  const isUnder = (start: string) => pathname === start || pathname.startsWith(`${start}/`);
  if (pathname === path || (path !== '/dashboard' && isUnder(path))) return 'page';
  return childPaths.some(isUnder) ? 'true' : undefined;
}

function Entry({
  screen,
  count,
  onChoose,
}: {
  screen: DashboardScreen;
  count: number;
  onChoose?: (() => void) | undefined;
}) {
  const { label, path, icon } = screen;
  const current = ariaCurrent(screen, useLocation().pathname);
  return (
    <Link aria-current={current} className={styles.entry} onClick={onChoose} to={path}>
      <Icon name={icon} />
      <span className={styles.word}>{label}</span>
      {count > 0 && (
        <span className={styles.count}>
          <RichText text={t.waiting(formatCount(Math.min(count, maxWorkCount)), count > maxWorkCount)} />
        </span>
      )}
    </Link>
  );
}

function Group({
  label,
  entries,
  waiting = 0,
  showsViews = false,
  onChoose,
}: {
  label: string;
  entries: readonly DashboardScreen[];
  waiting?: number | undefined;
  showsViews?: boolean;
  onChoose?: (() => void) | undefined;
}) {
  const id = useId();
  return (
    <nav aria-labelledby={id}>
      <p className={styles.label} id={id}>
        {label}
      </p>
      <ul>
        {entries.map((screen) => (
          <li key={screen.path}>
            <Entry
              count={screen.path === '/dashboard/messages' ? waiting : 0}
              onChoose={onChoose}
              screen={screen}
            />
            {showsViews && screen.path === '/dashboard/messages' && <SavedViewLinks onChoose={onChoose} />}
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The six screens, and a second group that owners see whole. The labels name the navigations. */
export function SidebarEntries({ roles, onChoose }: { roles: Roles; onChoose?: () => void }) {
  const readsLeads = mayReadLeads(roles);
  const { data: counts } = useWorkCounts(readsLeads);
  const backend = useRouteLoaderData<{ hasMailbox: boolean }>('dashboard');
  const isOwner = roles.includes('owner');
  const second = agencyScreens.filter(({ needs }) =>
    needs === 'leads' ? readsLeads : isOwner && (needs !== 'mailbox' || backend?.hasMailbox === true),
  );
  return (
    <div className="stack gap-24">
      <Group
        entries={dashboardScreens}
        label={t.management}
        onChoose={onChoose}
        showsViews={readsLeads}
        waiting={counts?.waiting}
      />
      {second.length > 0 && <Group entries={second} label={t.agency} onChoose={onChoose} />}
    </div>
  );
}

export function PublicSiteLink() {
  return (
    <Link className={styles.entry} to="/">
      <Icon name="external" />
      <span className={styles.word}>{t.publicSite}</span>
    </Link>
  );
}

/** Under Messages: the searches that this account has saved, and those that colleagues share. */
function SavedViewLinks({ onChoose }: { onChoose?: (() => void) | undefined }) {
  const { data: views = [] } = useSavedViews();
  const { pathname, search } = useLocation();
  if (views.length === 0) return null;
  return (
    <ul aria-label={frameTexts.sidebar.savedViews} className={styles.views}>
      {views.map((view) => {
        const path = savedViewPath(view);
        return (
          <li key={view.id}>
            <Link
              aria-current={pathname + search === path ? 'page' : undefined}
              className={styles.view}
              onClick={onChoose}
              to={path}
            >
              {view.name}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
