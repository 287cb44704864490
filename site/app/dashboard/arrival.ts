import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** Each navigation scrolls to the top and puts the focus on the new screen's title. Search parameters are no navigation. */
export function useArrival(): void {
  const { pathname } = useLocation();
  const type = useNavigationType();
  // A page that was loaded starts at its top by itself, with the skip link as the first stop.
  const arrivedAt = useRef(type === 'POP' ? pathname : '');
  useEffect(() => {
    if (arrivedAt.current === pathname) return;
    arrivedAt.current = pathname;
    window.scrollTo({ top: 0, behavior: 'instant' });
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [pathname]);
}
