import { useLayoutEffect, type RefObject } from 'react';
import type { Roles } from '../../auth/session/roles.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Logo } from '../../ui/logo.tsx';
import { ThemeSwitch } from '../../ui/theme-switch.tsx';
import { moveToaster } from '../../ui/move-toaster.ts';
import { frameTexts } from './frame-texts.ts';
import { PublicSiteLink, SidebarEntries } from './sidebar-entries.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './sidebar.module.css';

const t = frameTexts.sidebar;

/** Under 768 px: the same entries in a native modal dialog that slides in. */
export function SidebarPanel({ roles, ref }: { roles: Roles; ref: RefObject<HTMLDialogElement | null> }) {
  useLayoutEffect(() => {
    const panel = ref.current;
    if (!panel) return undefined;
    return () => moveToaster(panel);
  }, [ref]);

  function close(): void {
    ref.current?.close();
  }

  return (
    <dialog
      aria-label={t.panelLabel}
      className={classNames(styles.panel, 'night')}
      closedby="any"
      id="sidebar"
      onClose={() => moveToaster()}
      onToggle={() => moveToaster()}
      ref={ref}
    >
      <div className={styles.panelHead}>
        <Logo />
        <IconButton icon="close" label={t.close} onClick={close} />
      </div>
      <SidebarEntries roles={roles} onChoose={close} />
      <div className={styles.foot}>
        <PublicSiteLink />
        <ThemeSwitch compact />
      </div>
    </dialog>
  );
}
