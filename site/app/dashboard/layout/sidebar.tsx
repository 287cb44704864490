// The sidebar, the panel that replaces it in narrow windows, with their open state.
import { Link } from 'react-router';
import { useAgency } from '../../agency/use-agency.ts';
import type { OwnRoles } from '../../auth/session/roles.ts';
import { Icon } from '../../ui/icon.tsx';
import { Logo } from '../../ui/logo.tsx';
import { frameTexts } from '../screen/screen-texts.ts';
import { PublicSiteLink, SidebarEntries } from './sidebar-entries.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './sidebar.module.css';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type SyntheticEvent,
  type RefObject,
  useSyncExternalStore,
} from 'react';
import { IconButton } from '../../ui/button.tsx';
import { ThemeSwitch } from '../../ui/theme-switch.tsx';
import { moveToaster } from '../../ui/toast.tsx';
import { readCookies, writeCookie } from '../../ui/browser-storage.ts';
import { shortcutKey } from '../../ui/keys.ts';

const t = frameTexts.sidebar;

interface SidebarProps {
  expanded: boolean;
  roles: OwnRoles;
  onToggle: () => void;
}

/** The sidebar of wide screens: 16 rem, or 3 rem of icons. */
export function Sidebar({ expanded, roles, onToggle }: SidebarProps) {
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

/** Delay before a tooltip opens; none if another closed less than `skipDelayMs` ago (specification, section 9). */
const openDelayMs = 700;
const skipDelayMs = 300;
/** Time to move the pointer from an entry to its tooltip. */
const leaveDelayMs = 120;

interface Tip {
  label: string;
  entry: Element;
}

function sidebarEntryOf(event: SyntheticEvent): Element | null {
  return event.target instanceof Element ? event.target.closest(`:is(a, button):has(.${styles.word})`) : null;
}

function tipFor(entry: Element): Tip {
  return { entry, label: entry.querySelector(`.${styles.word}`)?.textContent ?? '' };
}

/**
 * Tooltips for a collapsed sidebar. The entry keeps its accessible name, so the tooltip is hidden from assistive
 * technology. It can be hovered, and Escape closes it.
 */
function SidebarTips({ active, children }: { active: boolean; children: ReactNode }) {
  const [found, setTip] = useState<Tip | null>(null);
  const tip = active ? found : null;
  const bubble = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const closedAt = useRef(-Infinity);

  function openSoon(event: SyntheticEvent): void {
    const entry = sidebarEntryOf(event);
    if (!active || !entry) return;
    clearTimeout(timer.current);
    const soon = tip !== null || performance.now() - closedAt.current < skipDelayMs;
    timer.current = setTimeout(setTip, soon ? 0 : openDelayMs, tipFor(entry));
  }

  function openOnFocus(event: SyntheticEvent): void {
    const entry = sidebarEntryOf(event);
    if (active && entry?.matches(':focus-visible')) setTip(tipFor(entry));
  }

  function close(): void {
    clearTimeout(timer.current);
    if (tip) closedAt.current = performance.now();
    setTip(null);
  }

  function closeSoon(): void {
    clearTimeout(timer.current);
    timer.current = setTimeout(close, leaveDelayMs);
  }

  useEffect(() => () => clearTimeout(timer.current), []);

  useEffect(() => {
    if (!tip) return undefined;
    // anywhere in the document, because hovering does not move the focus
    function closeOnEscape(event: KeyboardEvent): void {
      if (event.key !== 'Escape') return;
      closedAt.current = performance.now();
      setTip(null);
    }
    window.addEventListener('keydown', closeOnEscape);
    return () => window.removeEventListener('keydown', closeOnEscape);
  }, [tip]);

  useLayoutEffect(() => {
    const element = bubble.current;
    if (!element || !tip) return undefined;
    const box = tip.entry.getBoundingClientRect();
    element.style.left = `${box.right + 12}px`;
    element.style.top = `${box.top + box.height / 2}px`;
    element.showPopover();
    return () => element.hidePopover();
  }, [tip]);

  return (
    <div
      className={styles.column}
      onBlur={close}
      onFocus={openOnFocus}
      onPointerDown={close}
      onPointerOut={closeSoon}
      onPointerOver={openSoon}
      role="presentation"
    >
      {children}
      <div
        aria-hidden="true"
        className={styles.tip}
        onPointerOver={() => clearTimeout(timer.current)}
        popover="manual"
        ref={bubble}
      >
        {tip?.label}
      </div>
    </div>
  );
}

/** Under 768 px: the same entries in a native modal dialog that slides in. */
export function SidebarDialog({ roles, ref }: { roles: OwnRoles; ref: RefObject<HTMLDialogElement | null> }) {
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

const cookieName = 'sidebar_state';
const cookieLifeSeconds = 7 * 24 * 60 * 60;
const narrow = '(width < 48rem)';
/** Beside the whole sidebar, a screen would be as narrow as on a phone. */
const tablet = '(width < 64rem)';

/** Undefined if the account has not chosen here in the last days. */
function readCookie(): boolean | undefined {
  const cookies = readCookies().split('; ');
  return (
    cookies.includes(`${cookieName}=true`) || (cookies.includes(`${cookieName}=false`) ? false : undefined)
  );
}

/** On a Mac, Ctrl+B moves the cursor in a text field, so only Cmd+B is used there. */
function isToggleKey(event: KeyboardEvent): boolean {
  if (shortcutKey(event) !== 'b' || event.altKey || event.shiftKey) return false;
  if (event.metaKey) return true;
  const typing =
    event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]');
  return event.ctrlKey && !(typing && navigator.platform.startsWith('Mac'));
}

function watchWidth(media: string, listener: () => void): () => void {
  const query = matchMedia(media);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

const watchNarrow = (listener: () => void) => watchWidth(narrow, listener);
const watchTablet = (listener: () => void) => watchWidth(tablet, listener);

/** Whether the viewport is under 768 px wide. Browser only. */
export function useIsNarrowViewport(): boolean {
  return useSyncExternalStore(
    watchNarrow,
    () => matchMedia(narrow).matches,
    () => false,
  );
}

/** Expanded or collapsed: as chosen, which is stored for 7 days; else collapsed on a tablet. */
export function useSidebarExpanded(): [boolean, () => void] {
  const isTablet = useSyncExternalStore(
    watchTablet,
    () => matchMedia(tablet).matches,
    () => false,
  );
  const [chosen, setChosen] = useState(readCookie);
  const expanded = chosen ?? !isTablet;
  function toggle(): void {
    writeCookie(`${cookieName}=${!expanded}; path=/dashboard; max-age=${cookieLifeSeconds}; samesite=lax`);
    setChosen(!expanded);
  }
  return [expanded, toggle];
}

export function useSidebarToggleKey(toggle: () => void): void {
  useEffect(() => {
    function follow(event: KeyboardEvent): void {
      if (!isToggleKey(event)) return;
      event.preventDefault();
      toggle();
    }
    window.addEventListener('keydown', follow);
    return () => window.removeEventListener('keydown', follow);
  }, [toggle]);
}
