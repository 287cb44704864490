import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { dismissToast, readNoToasts, readToasts, subscribeToToasts, type ShownToast } from './toast-list.ts';
import { placeToaster, toasterId } from './toaster-place.ts';

export { dismissErrors, toast } from './toast-list.ts';

const stayMs = 6_000;
const stayErrorMs = 10_000;

/**
 * The one live region of the product, in the first HTML and never replaced: toasts are rendered inside it and
 * nowhere else. F8 moves the focus to it.
 */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, readToasts, readNoToasts);
  const region = useRef<HTMLElement>(null);

  useEffect(() => {
    placeToaster();
    function focusOnF8(event: KeyboardEvent) {
      if (event.key !== 'F8') return;
      event.preventDefault();
      region.current?.focus();
    }
    window.addEventListener('keydown', focusOnF8);
    return () => window.removeEventListener('keydown', focusOnF8);
  }, []);

  return (
    <div id={`${toasterId}-home`}>
      <section
        aria-label="Notifications (F8)"
        aria-live="polite"
        aria-relevant="additions"
        className="toaster"
        id={toasterId}
        popover="manual"
        ref={region}
        // it moves into an open dialog, also before hydration ends
        suppressHydrationWarning
        tabIndex={-1}
      >
        {toasts.map((entry) => (
          <Toast key={entry.id} toast={entry} />
        ))}
      </section>
    </div>
  );
}

function Toast({ toast: entry }: { toast: ShownToast }) {
  const [looked, setLooked] = useState(false);
  const isError = entry.variant === 'destructive';

  useEffect(() => {
    if (looked) return undefined;
    const timer = setTimeout(() => dismissToast(entry.id), isError ? stayErrorMs : stayMs);
    return () => clearTimeout(timer);
  }, [looked, isError, entry.id]);

  return (
    <div
      className="toast"
      data-variant={entry.variant ?? 'default'}
      onBlur={() => setLooked(false)}
      onFocus={() => setLooked(true)}
      onMouseEnter={() => setLooked(true)}
      onMouseLeave={() => setLooked(false)}
      role={isError ? 'alert' : undefined}
    >
      <span className="toast-mark">
        <Icon name={isError ? 'warning' : entry.variant === 'success' ? 'check' : 'info'} />
      </span>
      <div className="toast-words">
        <p className="toast-title">{entry.title}</p>
        {entry.description !== undefined && <p className="toast-description">{entry.description}</p>}
        {entry.action && (
          <Button
            className="toast-action"
            onClick={() => {
              entry.action?.onClick();
              dismissToast(entry.id);
            }}
            size="dashboard"
            variant="secondary"
          >
            {entry.action.label}
          </Button>
        )}
      </div>
      <button
        aria-label="Dismiss"
        className="icon-button"
        onClick={() => dismissToast(entry.id)}
        type="button"
      >
        <Icon name="close" />
      </button>
    </div>
  );
}
