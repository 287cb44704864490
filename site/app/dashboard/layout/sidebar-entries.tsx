// Links of the sidebar: screens by role with waiting counts, saved views of messages, the public site.
import { useId } from 'react';
import { Link, useLocation } from 'react-router';
import { mayReadLeads, type OwnRoles } from '../../auth/session/roles.ts';
import { Icon } from '../../ui/icon.tsx';
import { RichText } from '../../texts/rich-text.tsx';
import { frameTexts } from '../screen/screen-texts.ts';
import { describeWorkCount, useOpenWorkCounts } from '../screen/use-open-work-counts.ts';
import { agencySidebarEntries, mainSidebarEntries, findScreen, type SidebarEntry } from '../screens.ts';
import styles from './sidebar.module.css';
import { savedViewPath, useSavedViews } from '../screen/saved-views.ts';
import { useDueItemCounts, useScreenAccessCheck } from './screen-access.ts';

const t = frameTexts.sidebar;

interface EntryProps {
  screen: SidebarEntry & { shownLabel?: string };
  /** the count with a noun */
  count: string | undefined;
  onChoose: (() => void) | undefined;
}

function Entry({ screen, count, onChoose }: EntryProps) {
  const { label, shownLabel = label, path, icon } = screen;
  const { pathname } = useLocation();
  const isUnder = pathname === path || (path !== '/dashboard' && pathname.startsWith(`${path}/`));
  const isCurrent = findScreen(pathname)?.entry.label === label;
  return (
    <Link
      aria-current={isCurrent ? (isUnder ? 'page' : 'true') : undefined}
      className={styles.entry}
      onClick={onChoose}
      to={path}
    >
      <Icon name={icon} />
      <span className={styles.word}>{shownLabel}</span>
      {count !== undefined && (
        <span className={styles.count}>
          <RichText text={count} />
        </span>
      )}
    </Link>
  );
}

/** The six main screens, and a second group with those of the others that the account may open. */
export function SidebarEntries({ roles, onChoose }: { roles: OwnRoles; onChoose?: () => void }) {
  const id = useId();
  const readsLeads = mayReadLeads(roles);
  const { data: counts } = useOpenWorkCounts(readsLeads);
  const due = useDueItemCounts(roles);
  const mayOpen = useScreenAccessCheck(roles);
  const waiting = describeWorkCount(counts?.waiting ?? 0, t.waiting);
  const dueText = describeWorkCount(due.mails + due.requests + due.reports, t.due);
  const second = agencySidebarEntries.flatMap((screen) => {
    const tabs = screen.tabs ?? [screen];
    const first = tabs.find(mayOpen);
    // named after what it opens
    return first
      ? { ...screen, path: first.path, shownLabel: first === tabs[0] ? screen.label : first.label }
      : [];
  });
  return (
    <div className="stack gap-12">
      <nav aria-labelledby={id}>
        <p className={styles.label} id={id}>
          {t.management}
        </p>
        <ul>
          {mainSidebarEntries.map((screen) => {
            const isInbox = screen.path === '/dashboard/messages';
            return (
              <li key={screen.path}>
                <Entry count={isInbox ? waiting : undefined} onChoose={onChoose} screen={screen} />
                {isInbox && readsLeads && <SavedViewLinks onChoose={onChoose} />}
              </li>
            );
          })}
        </ul>
      </nav>
      {second.length > 0 && (
        <nav aria-label={t.more} className={styles.more}>
          <ul>
            {second.map((screen) => (
              <li key={screen.label}>
                <Entry count={screen.tabs && dueText} onChoose={onChoose} screen={screen} />
              </li>
            ))}
          </ul>
        </nav>
      )}
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

/** Below Messages: the saved searches of this account, and those that colleagues share. */
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
