import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** How long a page that was just navigated to settles before it glides to the hash (spec, section 9). */
const anchorDelayMs = 100;

/**
 * What happens when a client navigation arrives: a hash is glided to (at once on the same page, after 100 ms on
 * another), any other new page gives its focus to the h1. The first page of a document is none of its business.
 */
export function useArrival(): void {
  const { hash, key, pathname } = useLocation();
  const how = useNavigationType();
  const last = useRef({ key, pathname });

  useEffect(() => {
    const from = last.current;
    if (from.key === key) return undefined;
    last.current = { key, pathname };
    const isNewPage = from.pathname !== pathname;
    if (hash !== '' && how !== 'POP') {
      if (!isNewPage) {
        glideTo(hash);
        return undefined;
      }
      window.scrollTo({ top: 0, behavior: 'instant' });
      const timer = setTimeout(glideTo, anchorDelayMs, hash);
      return () => clearTimeout(timer);
    }
    if (isNewPage) focusQuietly(document.querySelector<HTMLElement>('main h1'));
    return undefined;
  }, [hash, key, pathname, how]);
}

function glideTo(hash: string): void {
  const target = document.getElementById(decodeURIComponent(hash.slice(1)));
  if (!target) return;
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  target.scrollIntoView({ behavior: isStill ? 'instant' : 'smooth' });
  focusQuietly(target);
}

/** Reading goes on from here; nothing scrolls. */
function focusQuietly(element: HTMLElement | null): void {
  if (!element) return;
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
