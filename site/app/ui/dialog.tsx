// Modal dialog component on the native dialog element.
import { useLayoutEffect, useRef, type KeyboardEventHandler, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { moveToaster } from './toast.tsx';
import { uiTexts } from './ui-texts.ts';

export interface DialogProps {
  /** the target of `<button command="show-modal" commandfor={id}>` */
  id: string;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  className?: string | undefined;
  /** a click outside does not close it, so that input is kept */
  isPersistent?: boolean;
  /** called after the dialog has closed in any way */
  onClose?: () => void;
  onKeyDown?: KeyboardEventHandler<HTMLDialogElement>;
}

/**
 * A native modal dialog in the served HTML, which opens before any script runs. Hydration adopts the element, so input
 * and focus are kept.
 */
export function Dialog({
  id,
  title,
  description,
  children,
  className,
  isPersistent = false,
  onClose,
  onKeyDown,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    const gone = new AbortController();
    const { signal } = gone;
    // Safari does not focus a clicked button, so the browser cannot return the focus to it
    function returnFocus() {
      if (document.activeElement !== document.body) return;
      document.querySelector<HTMLElement>(`[command=show-modal][commandfor="${id}"]`)?.focus();
    }
    // opened before hydration, so the toaster must be moved into it now
    moveToaster();
    element.addEventListener('toggle', () => moveToaster(), { signal });
    element.addEventListener('close', () => moveToaster(), { signal });
    element.addEventListener('close', returnFocus, { signal });
    return () => {
      gone.abort();
      moveToaster(element);
    };
  }, [id]);

  return (
    <dialog
      aria-labelledby={`${id}-title`}
      aria-describedby={description === undefined ? undefined : `${id}-description`}
      className={classNames('dialog', className)}
      closedby={isPersistent ? 'closerequest' : 'any'}
      id={id}
      // the event is late: the dialog may be open again, as in development, where effects run twice
      onClose={(event) => {
        if (!event.currentTarget.open) onClose?.();
      }}
      onKeyDown={onKeyDown}
      ref={dialog}
      // the browser may have opened it before hydration
      suppressHydrationWarning
    >
      <div className="dialog-head">
        <h2 className="dialog-title" id={`${id}-title`}>
          {title}
        </h2>
        <button
          aria-label={uiTexts.close}
          className="icon-button"
          command="close"
          commandfor={id}
          type="button"
        >
          <Icon name="close" />
        </button>
      </div>
      {description !== undefined && (
        <p className="dialog-description" id={`${id}-description`}>
          {description}
        </p>
      )}
      {children}
    </dialog>
  );
}
