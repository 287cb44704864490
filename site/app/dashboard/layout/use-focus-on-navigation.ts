import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/**
 * Focuses the screen's title, and its successor if it is replaced: until the roles are known another title is shown.
 * Returns the cleanup.
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

/** Whether only the address changes: the screen stays, and the focus where it is. */
function keepsFocus(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'keepsFocus' in state && state.keepsFocus === true;
}

/**
 * After a navigation, scrolls to the top and focuses the screen's title. Back and forward keep the router's scroll
 * restoration. Search parameters do not count as navigation.
 */
export function useFocusOnNavigation(): void {
  const { pathname, state } = useLocation();
  const type = useNavigationType();
  // A page load keeps the browser's position, with the skip link first.
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
