// Component that restores the scroll position after a client navigation back.
import { useSyncExternalStore } from 'react';
import { ScrollRestoration, type Location } from 'react-router';

/**
 * Restores a reader's place after a client navigation back. Until the page is hydrated the browser itself does so, and
 * on the server this would be a second inline script. In development, where no policy forbids that, it is rendered
 * there as well: React warns of a script that only the browser renders.
 */
export function ScrollRestorationScript() {
  const isRendered = useSyncExternalStore(
    neverChanges,
    () => true,
    () => import.meta.env.DEV,
  );
  return isRendered && <ScrollRestoration getKey={scrollKey} />;
}

function neverChanges() {
  return () => {};
}

/** The first location of every document has the key "default": each gets a key of its own, and each place in it. */
function scrollKey({ key, hash }: Location): string {
  if (key !== 'default') return key;
  // Fragments with "=" carry tokens or an error's words, which are repeated nowhere.
  return performance.timeOrigin + (hash.includes('=') ? '' : hash);
}
