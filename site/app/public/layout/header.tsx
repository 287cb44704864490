// The header of public pages with its menu.
import { useLocation } from 'react-router';
import { classNames } from '../../ui/class-names.ts';
import { Logo } from '../../ui/logo.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { ScrollingPageLink } from './scrolling-page-link.tsx';
import styles from './header.module.css';
import { layoutTexts as texts } from '../page/page-texts.ts';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { CallLink } from '../page/call-link.tsx';
import { Icon } from '../../ui/icon.tsx';
import menuDrawerStyles from './menu-drawer.module.css';

/** The sticky header of public pages. The drawer is beside it, because a dialog does not belong in a banner. */
export function SiteHeader() {
  const { pathname } = useLocation();
  return (
    <>
      <header className={styles.header}>
        <div className={classNames('page', styles.row)}>
          <PageLink className="tap-target" to="/">
            <Logo />
          </PageLink>
          <nav aria-label={texts.navigation} className={styles.links} data-screen-only="">
            <ul>
              {navigationLinks.map(({ label, to }) => (
                <li key={to}>
                  <ScrollingPageLink aria-current={isActiveLink(to, pathname) ? 'page' : undefined} to={to}>
                    {label}
                  </ScrollingPageLink>
                </li>
              ))}
            </ul>
          </nav>
          <MenuButton />
        </div>
      </header>
      <MenuDrawer />
    </>
  );
}

const menuId = 'menu';

/** Opens the drawer, even before any script runs. While it is open, CSS shows a cross. */
function MenuButton() {
  const [isOpen, setIsOpen] = useState(false);

  useEffect(() => {
    const menu = document.getElementById(menuId) as HTMLDialogElement | null;
    function follow() {
      setIsOpen(menu?.open ?? false);
    }
    follow();
    const listening = new AbortController();
    const { signal } = listening;
    menu?.addEventListener('toggle', follow, { signal });
    menu?.addEventListener('close', follow, { signal });
    return () => listening.abort();
  }, []);

  return (
    <button
      aria-expanded={isOpen}
      aria-haspopup="dialog"
      aria-label={texts.menu}
      className={classNames('icon-button', menuDrawerStyles.button)}
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
function MenuDrawer() {
  const drawer = useRef<HTMLDialogElement>(null);
  const { pathname } = useLocation();
  useDragToClose(drawer);

  function close() {
    drawer.current?.close();
  }

  return (
    <dialog
      aria-label={texts.menu}
      className={menuDrawerStyles.drawer}
      closedby="any"
      id={menuId}
      ref={drawer}
      // the browser may have opened it before hydration
      suppressHydrationWarning
    >
      <button
        aria-label={texts.closeMenu}
        className={menuDrawerStyles.handle}
        command="close"
        commandfor={menuId}
        type="button"
      />
      <nav aria-label={texts.menu}>
        <ul>
          {navigationLinks.map(({ label, to }, i) => (
            <li key={to}>
              <ScrollingPageLink
                aria-current={isActiveLink(to, pathname) ? 'page' : undefined}
                // Orca is silent if a dialog opens with the focus on its first element, the handle
                autoFocus={i === 0} // oxlint-disable-line jsx-a11y/no-autofocus
                onClick={close}
                to={to}
              >
                {label}
              </ScrollingPageLink>
            </li>
          ))}
        </ul>
      </nav>
      <CallLink className="w-full mt-20" variant="primary" />
    </dialog>
  );
}

/** If it is dragged further than this share of its height, the drawer closes (specification, section 9). */
const closeShare = 0.25;
/** A faster flick closes it too, in pixels per millisecond. */
const flickSpeed = 0.4;
/** Shorter moves are a tap. */
const slackPx = 4;

function useDragToClose(drawer: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const element = drawer.current;
    if (!element) return undefined;
    let begun: { y: number; time: number } | undefined;
    let moved = 0;

    function begin(event: PointerEvent) {
      if (event.button !== 0 || !element?.open) return;
      begun = { y: event.clientY, time: event.timeStamp };
      moved = 0;
    }

    function move(event: PointerEvent) {
      if (!begun || !element) return;
      moved = Math.max(0, event.clientY - begun.y);
      if (moved < slackPx) return;
      if (!element.hasPointerCapture(event.pointerId)) element.setPointerCapture(event.pointerId);
      element.dataset['dragging'] = '';
      element.style.translate = `0 ${moved}px`;
    }

    function end(event: PointerEvent) {
      if (!begun || !element) return;
      const speed = moved / Math.max(1, event.timeStamp - begun.time);
      const closes =
        event.type === 'pointerup' &&
        (moved > element.offsetHeight * closeShare || (moved >= slackPx && speed > flickSpeed));
      begun = undefined;
      delete element.dataset['dragging'];
      element.style.removeProperty('translate');
      if (closes) element.close();
    }

    /** A drag that started on a link must not follow it. */
    function swallow(event: MouseEvent) {
      if (moved < slackPx) return;
      moved = 0;
      event.preventDefault();
      event.stopPropagation();
    }

    const listening = new AbortController();
    const { signal } = listening;
    element.addEventListener('pointerdown', begin, { signal });
    element.addEventListener('pointermove', move, { signal });
    element.addEventListener('pointerup', end, { signal });
    element.addEventListener('pointercancel', end, { signal });
    element.addEventListener('click', swallow, { capture: true, signal });
    return () => listening.abort();
  }, [drawer]);
}

const { home, about, services, apps, contact } = texts.links;

/** Links of the header and the drawer. */
const navigationLinks = [
  { label: home, to: '/' },
  { label: about, to: '/#about' },
  { label: services, to: '/services' },
  { label: apps, to: '/apps' },
  { label: contact, to: '/contact' },
] as const;

/** HOME is active on exactly `/`, a link with a hash never, others on paths below their target. */
export function isActiveLink(to: string, pathname: string): boolean {
  if (to === '/') return pathname === '/';
  return pathname === to || pathname.startsWith(`${to}/`);
}
