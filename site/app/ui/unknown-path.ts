// Texts of a page that does not exist, and the warning about it in the console.
import { useEffect } from 'react';
import { defineTexts } from '../texts/define-texts.ts';

export const unknownPathTexts = defineTexts({
  documentTitle: 'Page not found',
  description: "We couldn't find that page.",
  title: 'Oops! Page not found',
  text: 'The link may be old or mistyped, or the page may have moved.',
  home: 'Return to Home',
});

/**
 * Logs the path of a page that does not exist after a client navigation. On a first load the inline script does, for an
 * element with `data-unknown-path` (hydration/before-paint.js).
 */
export function useUnknownPathWarning(): void {
  useEffect(() => {
    const [served] = performance.getEntriesByType('navigation');
    if (served && new URL(served.name).pathname !== location.pathname)
      console.warn(`404: no page at ${location.pathname + location.search}`);
  }, []);
}
