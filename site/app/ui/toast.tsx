import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { dismissToast, readNoToasts, readToasts, subscribeToToasts, type ShownToast } from './toast-list.ts';
import { moveToaster, toasterId } from './move-toaster.ts';
import { uiTexts } from './ui-texts.ts';

export { dismissErrors, toast, toastError, toastSuccess } from './toast-list.ts';

const durationMs = 6_000;
/** Errors, and what can be undone. */
const longDurationMs = 10_000;

/** The only live region, in the first HTML and never replaced: all toasts are inside it. F8 focuses it. */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, readToasts, readNoToasts);
  const region = useRef<HTMLElement>(null);

  useEffect(() => {
    moveToaster();
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
        aria-label={uiTexts.toasts.title}
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
  const [isPaused, setIsPaused] = useState(false);
  const isError = entry.variant === 'destructive';
  const isLong = isError || entry.action !== undefined;

  useEffect(() => {
    if (isPaused) return undefined;
    const timer = setTimeout(() => dismissToast(entry.id), isLong ? longDurationMs : durationMs);
    return () => clearTimeout(timer);
  }, [isPaused, isLong, entry.id]);

  return (
    <div
      className="toast"
      data-variant={entry.variant ?? 'default'}
      onBlur={() => setIsPaused(false)}
      onFocus={() => setIsPaused(true)}
      onMouseEnter={() => setIsPaused(true)}
      onMouseLeave={() => setIsPaused(false)}
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
            variant="secondary"
          >
            {entry.action.label}
          </Button>
        )}
      </div>
      <button
        aria-label={uiTexts.toasts.dismiss}
        className="icon-button"
        onClick={() => dismissToast(entry.id)}
        type="button"
      >
        <Icon name="close" />
      </button>
    </div>
  );
}
