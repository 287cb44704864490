import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/**
 * Puts the focus on the title of the screen, and on the next one when that goes: until the roles are known another
 * title stands in its place. Returns how to end it.
 */
function followTitle(main: HTMLElement): () => void {
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

/**
 * Each navigation scrolls to the top and puts the focus on the new screen's title; on the way back the router brings
 * the reader to where they were. Search parameters are no navigation.
 */
export function useArrival(): void {
  const { pathname } = useLocation();
  const type = useNavigationType();
  // A page that was loaded starts at its top by itself, with the skip link as the first stop.
  const arrivedAt = useRef(type === 'POP' ? pathname : '');
  useEffect(() => {
    if (arrivedAt.current === pathname) return undefined;
    arrivedAt.current = pathname;
    if (type !== 'POP') window.scrollTo({ top: 0, behavior: 'instant' });
    const main = document.querySelector('main');
    return main ? followTitle(main) : undefined;
  }, [pathname, type]);
}
