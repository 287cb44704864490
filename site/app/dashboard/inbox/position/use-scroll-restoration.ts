import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { randomId } from '../../../ui/random-id.ts';

/** Names an entry of the browser's history, also after a reload. The router calls the first of every document "default". */
function visitOf(key: string): string {
  if (key !== 'default') return key;
  const state = history.state as { visit?: string } | null;
  const visit = state?.visit ?? randomId();
  if (state?.visit !== visit) history.replaceState({ ...state, visit }, '');
  return visit;
}

function placeKey(visit: string): string {
  return `inbox-place:${visit}`;
}

/** Pixels from the top that this visit was left at; null for one that was not here before. */
function readPlace(visit: string): number | null {
  const place = sessionStorage.getItem(placeKey(visit));
  return place === null ? null : Number(place);
}

/**
 * Brings who comes back, by the browser's own buttons or a reload, to where they were in the list. The router does so
 * at once, when the page may still be short; this waits until the list `isThere`, and leaves alone who has scrolled on
 * or is led to one lead.
 */
export function useScrollRestoration(isThere: boolean): void {
  const { key, hash } = useLocation();
  const returns = useNavigationType() === 'POP' && hash === '';
  const [place] = useState(() => (returns ? readPlace(visitOf(key)) : null));
  const startedAt = useRef<number>(undefined);
  const arrived = useRef(false);

  useLayoutEffect(() => {
    const visit = visitOf(key);
    function keep(): void {
      sessionStorage.setItem(placeKey(visit), String(Math.round(scrollY)));
    }
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [key]);

  useEffect(() => {
    startedAt.current ??= scrollY;
    if (!isThere || arrived.current) return;
    arrived.current = true;
    if (place !== null && scrollY === startedAt.current) {
      window.scrollTo({ top: place, behavior: 'instant' });
    }
  }, [isThere, place]);
}
