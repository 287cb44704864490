// The frame of public pages: skip link, header, main, footer, scroll to the hash after navigation.
import { type ReactNode, useEffect, useRef } from 'react';
import { useNavigation, useLocation, useNavigationType } from 'react-router';
import { Spinner } from '../../ui/icon.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './header.tsx';
import { layoutTexts } from '../page/page-texts.ts';
import styles from './public-frame.module.css';

export function PublicFrame({ children }: { children: ReactNode }) {
  const isLoading = useNavigation().state === 'loading';
  useScrollToHash();
  return (
    <>
      <a className="skip-link" href="#main">
        {layoutTexts.skip}
      </a>
      <SiteHeader />
      <main aria-busy={isLoading || undefined} className={styles.main} id="main" tabIndex={-1}>
        {isLoading && <Spinner className={styles.loading} label={layoutTexts.loading} />}
        {children}
      </main>
      <SiteFooter />
    </>
  );
}

/** Delay before scrolling to the hash on a new page (specification, section 9). */
const anchorDelayMs = 100;

/**
 * After a client navigation, scrolls to the hash (at once on the same page, after 100 ms on another) or focuses a new
 * page's h1. Ignores the document's first page.
 */
function useScrollToHash(): void {
  const { hash, key, pathname } = useLocation();
  const navigationType = useNavigationType();
  const lastLocation = useRef({ key, pathname });

  useEffect(() => {
    const previous = lastLocation.current;
    if (previous.key === key) return undefined;
    lastLocation.current = { key, pathname };
    const isNewPage = previous.pathname !== pathname;
    if (hash !== '' && navigationType !== 'POP') {
      if (!isNewPage) {
        scrollToHash(hash);
        return undefined;
      }
      window.scrollTo({ top: 0, behavior: 'instant' });
      const timer = setTimeout(scrollToHash, anchorDelayMs, hash);
      return () => clearTimeout(timer);
    }
    if (isNewPage) focusWithoutScroll(document.querySelector<HTMLElement>('main h1'));
    return undefined;
  }, [hash, key, pathname, navigationType]);
}

function scrollToHash(hash: string): void {
  const target = document.getElementById(decodeURIComponent(hash.slice(1)));
  if (!target) return;
  const isMotionReduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
  target.scrollIntoView({ behavior: isMotionReduced ? 'instant' : 'smooth' });
  focusWithoutScroll(target);
}

function focusWithoutScroll(element: HTMLElement | null): void {
  if (!element) return;
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
