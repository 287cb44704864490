import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { Icon } from './icon.tsx';
import './missing-scripts.css';

function never(): () => void {
  return () => {};
}

/** The server reads `?owner` as `?owner=`: the same address, but another text. */
const emptyValue = /=(?=&|$)/g;

/**
 * Stands in the served page of a screen that is nothing without its scripts, until they have taken it over. The style
 * sheet alone brings it to light, at once where before-paint.js knows that they are gone, else after ten seconds: so it
 * needs none of what is missing. Reload is a plain link for the same reason.
 */
export function MissingScripts() {
  const { pathname, search } = useLocation();
  const isServed = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  if (!isServed) return null;
  return (
    <div className="missing-scripts" role="alert">
      <Icon name="warning" />
      <div>
        <p className="missing-scripts-title">Part of this page didn't load</p>
        <p>This page needs its scripts. Check your connection or script blocker, then reload.</p>
        <a
          className="button"
          data-size="dashboard"
          data-variant="primary"
          href={pathname + search.replaceAll(emptyValue, '')}
        >
          Reload
        </a>
      </div>
    </div>
  );
}
