// Error and not-found pages.
import { useEffect } from 'react';
import { isRouteErrorResponse, useLocation, useNavigationType } from 'react-router';
import { useAgency } from '../../agency/use-agency.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ErrorLayout } from '../page/error-layout.tsx';
import { errorPageTexts as texts } from '../page/page-texts.ts';
import { TextWithContactLinks } from '../page/text-with-contact-links.tsx';
import { unknownPathTexts, useUnknownPathWarning } from '../../ui/unknown-path.ts';
import { focusWithoutScroll, PublicFrame } from './public-frame.tsx';

/** The page in place of one that threw `error`. */
export function RouteErrorPage({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
  const isUnavailable = isRouteErrorResponse(error) && error.status === 503;
  return <ErrorPage isOffline={isOffline(error)} isUnavailable={isUnavailable} />;
}

/** Whether a request inside this document failed, which is a TypeError with the browser's own text. */
function isOffline(error: unknown): boolean {
  return error instanceof TypeError && /fetch|load failed|network/i.test(error.message);
}

function titleFor(isOffline: boolean, isUnavailable: boolean): string {
  if (isUnavailable) return texts.unavailableTitle;
  return isOffline ? texts.offlineTitle : texts.failedTitle;
}

/**
 * Shown for an error, an outage (`isUnavailable`, 503) or a lost connection. Retry is a plain link, because scripts may
 * be the problem.
 */
function ErrorPage({ isOffline, isUnavailable }: { isOffline: boolean; isUnavailable: boolean }) {
  const { name, phone } = useAgency();
  const { pathname, search } = useLocation();
  const isClientNavigation = useNavigationType() !== 'POP';
  const title = titleFor(isOffline, isUnavailable);

  useEffect(() => {
    if (!isClientNavigation) return;
    // The root's error page is rendered before its styles are applied, so the place of its heading is not known yet.
    window.scrollTo({ top: 0, behavior: 'instant' });
    focusWithoutScroll(document.querySelector<HTMLElement>('main h1'));
  }, [isClientNavigation]);

  useEffect(() => {
    if (!isOffline) return undefined;
    function reload() {
      location.reload();
    }
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, [isOffline]);

  return (
    <PublicFrame>
      <title>{texts.documentTitle(title, name)}</title>
      <meta content="noindex" name="robots" />
      <ErrorLayout title={title}>
        <p>
          <TextWithContactLinks text={isOffline ? texts.offlineText(phone) : texts.retryText(phone)} />
        </p>
        <div className="cluster gap-24">
          <a className="button" data-size="public" data-variant="primary" href={pathname + search}>
            {texts.retry}
          </a>
          <ButtonLink size="public" to="/" variant="secondary">
            {unknownPathTexts.home}
          </ButtonLink>
        </div>
      </ErrorLayout>
    </PublicFrame>
  );
}

/** The 404 page of an error boundary, outside the layout. */
function NotFoundPage() {
  const { name } = useAgency();
  return (
    <PublicFrame>
      <title>{texts.documentTitle(unknownPathTexts.documentTitle, name)}</title>
      <meta content="noindex" name="robots" />
      <NotFoundContent />
    </PublicFrame>
  );
}

/** The text of the 404 page. */
export function NotFoundContent() {
  useUnknownPathWarning();
  return (
    <ErrorLayout data-unknown-path="" title={unknownPathTexts.title}>
      <p>{unknownPathTexts.text}</p>
      <ButtonLink size="public" to="/">
        {unknownPathTexts.home}
      </ButtonLink>
    </ErrorLayout>
  );
}
