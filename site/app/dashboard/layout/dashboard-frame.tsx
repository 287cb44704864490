import { useCallback, useRef } from 'react';
import { useDisplayName } from '../../auth/session/profile.ts';
import { mayReadLeads, useRoles } from '../../auth/session/roles.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ThemeSwitch } from '../../ui/theme-switch.tsx';
import { useNotePresence } from '../notifications/use-note-presence.ts';
import { useFocusOnNavigation } from './use-focus-on-navigation.ts';
import { Gate } from './gate.tsx';
import { frameTexts as t } from './frame-texts.ts';
import { useSaveKey } from './use-save-key.ts';
import { SidebarPanel } from './sidebar-panel.tsx';
import { useExpanded, useNarrow, useToggleKey } from './sidebar-state.ts';
import { Sidebar } from './sidebar.tsx';
import { SignOutButton } from './sign-out-button.tsx';
import styles from './frame.module.css';

export function DashboardFrame() {
  const name = useDisplayName();
  const { data: roles = [] } = useRoles();
  const narrow = useNarrow();
  const [expanded, toggleExpanded] = useExpanded();
  const panel = useRef<HTMLDialogElement>(null);
  useFocusOnNavigation();
  useNotePresence(mayReadLeads(roles));

  const toggle = useCallback(() => {
    if (!narrow) toggleExpanded();
    else if (panel.current?.open) panel.current.close();
    else panel.current?.showModal();
  }, [narrow, toggleExpanded]);
  useToggleKey(toggle);
  useSaveKey();

  return (
    <div className={styles.dash} data-sidebar={expanded ? 'expanded' : 'collapsed'}>
      <a className="skip-link" href="#main">
        {t.skipLink}
      </a>
      {narrow ? (
        <SidebarPanel roles={roles} ref={panel} />
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
        </header>
        <main className={styles.main} id="main" tabIndex={-1}>
          <Gate />
        </main>
      </div>
    </div>
  );
}
