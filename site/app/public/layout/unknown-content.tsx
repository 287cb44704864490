import { useEffect } from 'react';
import { ButtonLink } from '../../ui/button.tsx';
import { Uncharted } from '../page/uncharted.tsx';

/**
 * The 404 page's words. On a first load the inline script writes the path to the console (it finds
 * `data-unknown-path`); here that is done for a path reached inside the page.
 */
export function UnknownContent() {
  useEffect(() => {
    const [served] = performance.getEntriesByType('navigation');
    const path = location.pathname + location.search;
    if (served && new URL(served.name).pathname !== location.pathname)
      console.warn(`404: no page at ${path}`);
  }, []);
  return (
    <div data-unknown-path="">
      <Uncharted title="Oops! Page not found">
        <p>This page is off the chart. The link may be old or mistyped.</p>
        <ButtonLink to="/">Return to Home</ButtonLink>
      </Uncharted>
    </div>
  );
}
