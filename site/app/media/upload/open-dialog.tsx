import { useLayoutEffect, useRef, type FormEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Dialog } from '../../ui/dialog.tsx';

export interface OpenDialogProps {
  id: string;
  title: string;
  children: ReactNode;
  /** see `Dialog` */
  isKept?: boolean;
  onSubmit: () => void;
  onClose: () => void;
}

/**
 * A form in a dialog that is open while it is rendered. It stands outside the page's own form, where there is one:
 * what is sent here is not sent there.
 */
export function OpenDialog({ id, title, children, isKept = false, onSubmit, onClose }: OpenDialogProps) {
  const form = useRef<HTMLFormElement>(null);

  useLayoutEffect(() => {
    const dialog = form.current?.closest('dialog');
    dialog?.showModal();
    // while it still stands in the page, so that the browser gives the focus back to the opener
    return () => dialog?.close();
  }, []);

  function submit(event: FormEvent): void {
    event.preventDefault();
    event.stopPropagation();
    onSubmit();
  }

  return createPortal(
    <Dialog id={id} isKept={isKept} onClose={onClose} title={title}>
      <form className="dense confirm-words" noValidate onSubmit={submit} ref={form}>
        {children}
      </form>
    </Dialog>,
    document.body,
  );
}
