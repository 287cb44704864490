import { Link } from 'react-router';
import { useAgency } from '../../agency/use-agency.ts';
import type { Roles } from '../../auth/session/roles.ts';
import { Icon } from '../../ui/icon.tsx';
import { Logo } from '../../ui/logo.tsx';
import { frameTexts } from './frame-texts.ts';
import { PublicSiteLink, SidebarEntries } from './sidebar-entries.tsx';
import { SidebarTips } from './sidebar-tips.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './sidebar.module.css';

const t = frameTexts.sidebar;

/** The sidebar of wide screens: 16 rem, or 3 rem of icons. */
export function Sidebar({
  expanded,
  roles,
  onToggle,
}: {
  expanded: boolean;
  roles: Roles;
  onToggle: () => void;
}) {
  const { name } = useAgency();
  return (
    <aside
      aria-label={t.label}
      className={classNames(styles.sidebar, 'night')}
      data-screen-only=""
      data-state={expanded ? 'expanded' : 'collapsed'}
      id="sidebar"
    >
      <SidebarTips active={!expanded}>
        <Link aria-label={t.logo(name)} className={styles.logo} to="/dashboard">
          <Logo markOnly={!expanded} />
        </Link>
        <SidebarEntries roles={roles} />
        <div className={styles.foot}>
          <PublicSiteLink />
          <button
            aria-keyshortcuts="Control+B Meta+B"
            className={styles.entry}
            onClick={onToggle}
            type="button"
          >
            <Icon name="panel" />
            <span className={styles.word}>{expanded ? t.collapse : t.expand}</span>
            <kbd aria-hidden="true" className={styles.count}>
              {t.shortcut}
            </kbd>
          </button>
        </div>
      </SidebarTips>
    </aside>
  );
}
