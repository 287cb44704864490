import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { CallLink } from '../page/call-link.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { FrameLink } from './frame-link.tsx';
import { layoutTexts as texts } from './layout-texts.ts';
import styles from './menu-drawer.module.css';
import { isActiveLink, navigationLinks } from './navigation.ts';
import { useDragToClose } from './use-drag-to-close.ts';

export const menuId = 'menu';

/** Opens the drawer, before any script too. While open, CSS shows a cross. */
export function MenuButton() {
  const [isOpen, setIsOpen] = useState(false);

  useEffect(() => {
    const menu = document.getElementById(menuId) as HTMLDialogElement | null;
    function follow() {
      setIsOpen(menu?.open ?? false);
    }
    follow();
    menu?.addEventListener('toggle', follow);
    menu?.addEventListener('close', follow);
    return () => {
      menu?.removeEventListener('toggle', follow);
      menu?.removeEventListener('close', follow);
    };
  }, []);

  return (
    <button
      aria-expanded={isOpen}
      aria-haspopup="dialog"
      aria-label={texts.menu}
      className={classNames('icon-button', styles.button)}
      data-screen-only=""
      command="show-modal"
      commandfor={menuId}
      type="button"
    >
      <Icon name="menu" />
      <Icon name="close" />
    </button>
  );
}

/** The bottom drawer: a native dialog in the served HTML; hydration adds dragging. */
export function MenuDrawer() {
  const drawer = useRef<HTMLDialogElement>(null);
  const { pathname } = useLocation();
  useDragToClose(drawer);

  function close() {
    drawer.current?.close();
  }

  return (
    <dialog
      aria-label={texts.menu}
      className={styles.drawer}
      closedby="any"
      id={menuId}
      ref={drawer}
      // the browser may have opened it before hydration
      suppressHydrationWarning
    >
      <button
        aria-label={texts.closeMenu}
        className={styles.handle}
        command="close"
        commandfor={menuId}
        type="button"
      />
      <nav aria-label={texts.menu}>
        <ul>
          {navigationLinks.map(({ label, to }, i) => (
            <li key={to}>
              <FrameLink
                aria-current={isActiveLink(to, pathname) ? 'page' : undefined}
                // Orca is silent where a dialog opens with the focus on its first part, the handle
                autoFocus={i === 0} // oxlint-disable-line jsx-a11y/no-autofocus
                onClick={close}
                to={to}
              >
                {label}
              </FrameLink>
            </li>
          ))}
        </ul>
      </nav>
      <CallLink className="w-full mt-20" variant="primary" />
    </dialog>
  );
}
