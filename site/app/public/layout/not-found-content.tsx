import { useEffect } from 'react';
import { ButtonLink } from '../../ui/button.tsx';
import { ErrorLayout } from '../page/error-layout.tsx';
import { errorPageTexts } from './error-page-texts.ts';

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
      <ErrorLayout title={errorPageTexts.notFound.title}>
        <p>{errorPageTexts.notFound.text}</p>
        <ButtonLink size="public" to="/">
          {errorPageTexts.home}
        </ButtonLink>
      </ErrorLayout>
    </div>
  );
}
