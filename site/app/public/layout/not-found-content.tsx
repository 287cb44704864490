import { useEffect } from 'react';
import { ButtonLink } from '../../ui/button.tsx';
import { ErrorLayout } from '../page/error-layout.tsx';

/**
 * Text of the 404 page. On a first load the inline script logs the path (it finds `data-unknown-path`); after a
 * client navigation this does.
 */
export function NotFoundContent() {
  useEffect(() => {
    const [served] = performance.getEntriesByType('navigation');
    const path = location.pathname + location.search;
    if (served && new URL(served.name).pathname !== location.pathname)
      console.warn(`404: no page at ${path}`);
  }, []);
  return (
    <div data-unknown-path="">
      <ErrorLayout title="Oops! Page not found">
        <p>This page is off the chart. The link may be old or mistyped.</p>
        <ButtonLink to="/">Return to Home</ButtonLink>
      </ErrorLayout>
    </div>
  );
}
