import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { agency } from '../../agency.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ErrorLayout } from '../page/error-layout.tsx';
import { PublicFrame } from './public-frame.tsx';

function titleFor(isOffline: boolean, isUnavailable: boolean): string {
  if (isUnavailable) return "We'll be right back";
  return isOffline ? 'No connection right now' : 'Something went wrong on our end';
}

/**
 * Shown for an error, an outage (`isUnavailable`, 503) or a lost connection. Retry is a plain link, because scripts may be
 * what failed.
 */
export function ErrorPage({ isOffline, isUnavailable }: { isOffline: boolean; isUnavailable: boolean }) {
  const { pathname, search } = useLocation();
  const isClientNavigation = useNavigationType() !== 'POP';
  const title = titleFor(isOffline, isUnavailable);

  useEffect(() => {
    if (isClientNavigation) document.querySelector<HTMLElement>('main h1')?.focus();
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
      <title>{`${title} · ${agency.name}`}</title>
      <meta content="noindex" name="robots" />
      <ErrorLayout title={title}>
        <p>
          {isOffline
            ? "We couldn't load this page. It will load once you're back online. If it doesn't, call "
            : 'Please try again in a minute. If it keeps happening, call '}
          <a className="link" href={agency.phoneHref}>
            {agency.phone}
          </a>
          .
        </p>
        <div>
          <a className="button" data-size="public" data-variant="primary" href={pathname + search}>
            Try again
          </a>
          <ButtonLink to="/" variant="secondary">
            Return to Home
          </ButtonLink>
        </div>
      </ErrorLayout>
    </PublicFrame>
  );
}
