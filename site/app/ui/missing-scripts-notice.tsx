// Notice component for a page whose scripts did not load, with a reload link.
import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { Icon } from './icon.tsx';
import { missingScriptsTexts } from './error-texts.ts';
import './missing-scripts.css';

function never(): () => void {
  return () => {};
}

/**
 * The `=` after a parameter without a value: the server makes `?owner=` of `?owner`, but the link keeps the short
 * form.
 */
const emptyValue = /=(?=&|$)/g;

/**
 * Served with screens that need scripts. It is shown by CSS: at once if before-paint.js knows that scripts are missing,
 * otherwise after ten seconds. Reload is a plain link.
 */
export function MissingScriptsNotice() {
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
        <p className="font-bold error">{missingScriptsTexts.title}</p>
        <p>{missingScriptsTexts.text}</p>
        <a
          className="button mt-16"
          data-size="dashboard"
          data-variant="primary"
          href={pathname + search.replaceAll(emptyValue, '')}
        >
          {missingScriptsTexts.reload}
        </a>
      </div>
    </div>
  );
}
