// A dialog that asks for confirmation, with the hook that opens such a dialog while it is rendered.
import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { Button } from '../../ui/button.tsx';
import { takeTypedText } from '../../ui/lazy-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { dialogTexts } from './dialog-texts.ts';
import { replaceFieldText } from './replace-field-text.ts';
import screenStyles from './screen.module.css';

/** Types into the focused field, at its end. Text that was meant for no field is dropped. */
function typeIntoFocusedField(text: string): void {
  const field = document.activeElement;
  if (text === '' || !(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  replaceFieldText(field, field.value.length, field.value.length, text);
}

/**
 * Opens the dialog around the returned element while it is rendered, and focuses the control that `first` selects. It
 * receives what was typed while the dialog was loading.
 */
export function useModalWhileRendered<Content extends HTMLElement>(
  first?: string,
): RefObject<Content | null> {
  const content = useRef<Content>(null);
  useLayoutEffect(() => {
    const dialog = content.current?.closest('dialog');
    dialog?.showModal();
    if (first !== undefined) content.current?.querySelector<HTMLElement>(first)?.focus();
    typeIntoFocusedField(takeTypedText());
    // close it while it is still in the document, so that the browser returns the focus to the opener
    return () => dialog?.close();
  }, [first]);
  return content;
}

export interface ConfirmDialogProps {
  id: string;
  /** the question, which names the object: "Delete Accessibility Audit?" */
  title: string;
  /** the consequences */
  children: ReactNode;
  /** the label of the button that confirms */
  yes: string;
  /** the label of the same button while the action runs */
  busyText: string;
  /** the label of the button that cancels */
  no?: string;
  busy?: boolean;
  /** of the button that confirms */
  variant?: 'danger' | 'primary';
  onYes: () => void;
  /** called after the dialog has closed without confirmation */
  onClose: () => void;
}

/** Asks for confirmation of an action. Open while rendered; the focus starts on Cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    id,
    title,
    children,
    yes,
    busyText,
    no = dialogTexts.cancel,
    busy = false,
    variant = 'danger',
    onYes,
    onClose,
  } = props;
  const buttons = useModalWhileRendered<HTMLDivElement>('button');
  return (
    <Dialog id={id} onClose={onClose} title={title}>
      <div className="stack mt-16 text-17">{children}</div>
      <div className={screenStyles.dialogButtons} ref={buttons}>
        <Button command="close" commandfor={id} variant="secondary">
          {no}
        </Button>
        <Button busy={busy} busyText={busyText} onClick={onYes} variant={variant}>
          {yes}
        </Button>
      </div>
    </Dialog>
  );
}
