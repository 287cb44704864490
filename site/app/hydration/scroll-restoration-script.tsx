// Component that restores the scroll position after a client navigation back.
import { useSyncExternalStore } from 'react';
import { ScrollRestoration, type Location } from 'react-router';

/**
 * Restores the scroll position after a client navigation back. Before hydration the browser does so itself, and on the
 * server this would be a second inline script. In development, where no policy forbids that, it is also rendered there,
 * because React warns of a script that only the browser renders.
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

/** The first location of every document has the key "default", so each document, and each hash in it, gets a key. */
function scrollKey({ key, hash }: Location): string {
  if (key !== 'default') return key;
  // Fragments with "=" contain tokens or an error message, which must not be stored.
  return performance.timeOrigin + (hash.includes('=') ? '' : hash);
}
