import { useLayoutEffect, useRef, type KeyboardEventHandler, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { placeToaster } from './toaster-place.ts';

export interface DialogProps {
  /** what `<button command="show-modal" commandfor={id}>` points at */
  id: string;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  className?: string;
  /** a press beside the dialog leaves it open: what was begun in it would be gone */
  isKept?: boolean;
  /** after the dialog has closed, by whatever way */
  onClose?: () => void;
  onKeyDown?: KeyboardEventHandler<HTMLDialogElement>;
}

/**
 * A native modal dialog that is in the served HTML and opens before any script has run. Hydration adopts the
 * same element, so whatever the visitor has typed or focused stays. The browser holds the focus inside,
 * closes on Escape and gives the focus back to the opener.
 */
export function Dialog({
  id,
  title,
  description,
  children,
  className,
  isKept = false,
  onClose,
  onKeyDown,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    function follow() {
      placeToaster();
    }
    // opened before hydration: the toaster has to come inside now
    follow();
    element.addEventListener('toggle', follow);
    element.addEventListener('close', follow);
    return () => {
      element.removeEventListener('toggle', follow);
      element.removeEventListener('close', follow);
      placeToaster(element);
    };
  }, []);

  return (
    <dialog
      aria-labelledby={`${id}-title`}
      aria-describedby={description === undefined ? undefined : `${id}-description`}
      className={classNames('dialog', className)}
      closedby={isKept ? 'closerequest' : 'any'}
      id={id}
      // heard a moment later: it may be open again by then, as in development, where every effect runs twice
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
        <button aria-label="Close" className="icon-button" command="close" commandfor={id} type="button">
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
