import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { agency } from '../../agency.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Uncharted } from '../page/uncharted.tsx';
import { PublicFrame } from './public-frame.tsx';

function titleOf(isOutOfReach: boolean, isPaused: boolean): string {
  if (isPaused) return "We'll be right back";
  return isOutOfReach ? 'No connection right now' : 'Something went wrong on our end';
}

/**
 * When a page could not be made or could not be reached: plain words, one more try, a way to a person. `isPaused`: its
 * data cannot be read for the moment (503). The try is a plain link, because what broke may be the scripts.
 */
export function BrokenPage({ isOutOfReach, isPaused }: { isOutOfReach: boolean; isPaused: boolean }) {
  const { pathname, search } = useLocation();
  const wasReachedInside = useNavigationType() !== 'POP';
  const title = titleOf(isOutOfReach, isPaused);

  useEffect(() => {
    if (wasReachedInside) document.querySelector<HTMLElement>('main h1')?.focus();
  }, [wasReachedInside]);

  useEffect(() => {
    if (!isOutOfReach) return undefined;
    function tryAgain() {
      location.reload();
    }
    addEventListener('online', tryAgain);
    return () => removeEventListener('online', tryAgain);
  }, [isOutOfReach]);

  return (
    <PublicFrame>
      <title>{`${title} · ${agency.name}`}</title>
      <meta content="noindex" name="robots" />
      <Uncharted title={title}>
        <p>
          {isOutOfReach
            ? "We couldn't load this page. It will load once you're back online. If it doesn't, call "
            : 'Please try again in a minute. If it keeps happening, call '}
          <a className="link" href={agency.phoneHref}>
            {agency.phone}
          </a>
          .
        </p>
        <div className="uncharted-ways">
          <a className="button" data-size="public" data-variant="primary" href={pathname + search}>
            Try again
          </a>
          <ButtonLink to="/" variant="secondary">
            Return to Home
          </ButtonLink>
        </div>
      </Uncharted>
    </PublicFrame>
  );
}
