import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { tabStore } from '../../../ui/browser-storage.ts';
import { randomId } from '../../../ui/random-id.ts';

/** Names an entry of the browser's history, also after a reload. The router calls the first of every document "default". */
function visitOf(key: string): string {
  if (key !== 'default') return key;
  const state = history.state as { visit?: string } | null;
  const visit = state?.visit ?? randomId();
  if (state?.visit !== visit) history.replaceState({ ...state, visit }, '');
  return visit;
}

function storageKey(visit: string): string {
  return `inbox-place:${visit}`;
}

/** In pixels from the top; null for a visit without one. */
function readScrollTop(visit: string): number | null {
  const saved = tabStore.get(storageKey(visit));
  return saved === null ? null : Number(saved);
}

/**
 * Restores the scroll position after the browser's back button or a reload. The router restores at once, when the page
 * may still be short; this waits until the list is loaded, and does nothing after a scroll or with a hash.
 */
export function useScrollRestoration(isLoaded: boolean): void {
  const { key, hash } = useLocation();
  const isReturning = useNavigationType() === 'POP' && hash === '';
  const [scrollTop] = useState(() => (isReturning ? readScrollTop(visitOf(key)) : null));
  const initialScrollTop = useRef<number>(undefined);
  const isDone = useRef(false);

  useLayoutEffect(() => {
    const visit = visitOf(key);
    function save(): void {
      tabStore.set(storageKey(visit), String(Math.round(scrollY)));
    }
    window.addEventListener('pagehide', save);
    return () => {
      window.removeEventListener('pagehide', save);
      save();
    };
  }, [key]);

  useEffect(() => {
    initialScrollTop.current ??= scrollY;
    if (!isLoaded || isDone.current) return;
    isDone.current = true;
    if (scrollTop !== null && scrollY === initialScrollTop.current) {
      window.scrollTo({ top: scrollTop, behavior: 'instant' });
    }
  }, [isLoaded, scrollTop]);
}
