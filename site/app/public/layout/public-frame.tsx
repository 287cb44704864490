// The frame of public pages: skip link, header, main, footer, scroll to the hash after navigation.
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { useNavigation, useLocation, useNavigationType } from 'react-router';
import { Spinner } from '../../ui/icon.tsx';
import { layoutTexts } from '../page/page-texts.ts';
import styles from './public-frame.module.css';
// Imported here and not only by header and footer: the error page of the root has no other style sheet.
import './header.module.css';
import './menu-drawer.module.css';
import './footer.module.css';

interface FrameParts {
  SiteHeader: ComponentType;
  SiteFooter: ComponentType;
}

let loadedParts: FrameParts | undefined;

/**
 * Called by the layout of public pages when its module is loaded. The root imports the frame for its error page, so a
 * static import here would add header and footer to the scripts of /auth and the dashboard.
 */
export function registerHeaderAndFooter(parts: FrameParts): void {
  loadedParts = parts;
}

async function loadFrameParts(): Promise<FrameParts> {
  const [{ SiteHeader }, { SiteFooter }] = await Promise.all([
    import('./header.tsx'),
    import('./site-footer.tsx'),
  ]);
  return { SiteHeader, SiteFooter };
}

/**
 * Header and footer. They are loaded here only for an error of /auth or the dashboard; if that fails, the error page
 * has none.
 */
function useFrameParts(): FrameParts | undefined {
  const [parts, setParts] = useState(loadedParts);
  useEffect(() => {
    if (!parts) void loadFrameParts().then(setParts, () => undefined);
  }, [parts]);
  return parts;
}

export function PublicFrame({ children }: { children: ReactNode }) {
  const isLoading = useNavigation().state === 'loading';
  const parts = useFrameParts();
  useScrollToHash();
  return (
    <>
      <a className="skip-link" href="#main">
        {layoutTexts.skip}
      </a>
      {parts && <parts.SiteHeader />}
      <main aria-busy={isLoading || undefined} className={styles.main} id="main" tabIndex={-1}>
        {isLoading && <Spinner className={styles.loading} label={layoutTexts.loading} />}
        {children}
      </main>
      {parts && <parts.SiteFooter />}
    </>
  );
}

/** Delay before scrolling to the hash on a new page (specification, section 9). */
const anchorDelayMs = 100;

/** The public page that was shown last; an error page has a frame of its own. */
let lastLocation: { key: string; pathname: string } | undefined;

/**
 * After a client navigation, scrolls to the hash (at once on the same page, after 100 ms on another) or focuses a new
 * page's h1. Ignores the document's first page.
 */
function useScrollToHash(): void {
  const { hash, key, pathname } = useLocation();
  const navigationType = useNavigationType();

  useEffect(() => {
    const previous = lastLocation;
    lastLocation = { key, pathname };
    if (!previous || previous.key === key) return undefined;
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

export function focusWithoutScroll(element: HTMLElement | null): void {
  if (!element) return;
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
