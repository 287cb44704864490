// A dialog that asks for confirmation: yes button, no button, consequences.
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { dialogTexts } from './dialog-texts.ts';
import screenStyles from './screen.module.css';

export interface ConfirmDialogProps {
  id: string;
  /** the question, naming the thing: "Delete Accessibility Audit?" */
  title: string;
  /** what follows from a yes */
  children: ReactNode;
  /** the word on the button that does it */
  yes: string;
  /** what the same button says while it is being done */
  busyText: string;
  /** the word on the button that does nothing */
  no?: string;
  busy?: boolean;
  onYes: () => void;
  /** after the dialog has closed without a yes */
  onClose: () => void;
}

/** Asks before something that cannot be taken back. Open while it is rendered; the focus begins on the safe side. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { id, title, children, yes, busyText, no = dialogTexts.cancel, busy = false, onYes, onClose } = props;
  const safe = useRef<HTMLButtonElement>(null);

  useLayoutEffect(() => {
    const dialog = safe.current?.closest('dialog');
    dialog?.showModal();
    safe.current?.focus();
    // while it still stands in the page, so that the browser gives the focus back to the opener
    return () => dialog?.close();
  }, []);

  return (
    <Dialog id={id} onClose={onClose} title={title}>
      <div className="stack mt-16 text-17">{children}</div>
      <div className={screenStyles.dialogButtons}>
        <Button command="close" commandfor={id} ref={safe} variant="secondary">
          {no}
        </Button>
        <Button busy={busy} busyText={busyText} onClick={onYes} variant="danger">
          {yes}
        </Button>
      </div>
    </Dialog>
  );
}
