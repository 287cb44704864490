// A modal dialog with a form, open while rendered; asks before unsaved input is lost.
import { useLayoutEffect, useState, type FormEvent, type ReactNode } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { isComposing } from '../../ui/keys.ts';
import { ConfirmDialog, useModalWhileRendered } from './confirm-dialog.tsx';
import { dialogTexts } from './dialog-texts.ts';
import screenStyles from './screen.module.css';

export interface SubmitDialogProps {
  id: string;
  title: string;
  children: ReactNode;
  submitText: string;
  /** label of the submit button while saving */
  busyText?: string | undefined;
  isBusy?: boolean;
  canSubmit?: boolean;
  cancelText?: string | undefined;
  /** what would be lost by closing, as a sentence: if it is set, the dialog asks before it closes */
  unsaved?: string | undefined;
  /** whether Ctrl+S submits it */
  saves?: boolean;
  /** called when something was typed or chosen */
  onInput?: (form: HTMLFormElement) => void;
  onSubmit: (form: HTMLFormElement) => void;
  onClose: () => void;
}

/** The first control; of radio buttons, the selected one. */
const firstControl = 'select, textarea, input:not([type=file], [type=radio]:not(:checked)), button';

/** Calls `onAsked` instead of closing: for Escape, the Back gesture and the closing buttons. */
function askBeforeClosing(dialog: HTMLDialogElement, onAsked: () => void): () => void {
  const asking = new AbortController();
  function ask(event: Event): void {
    event.preventDefault();
    onAsked();
  }
  // Escape is handled on the document, because browsers let a page prevent only the first of several `cancel` events,
  // and because after a click on an empty area no element of the dialog has the focus.
  function onKey(event: KeyboardEvent): void {
    const isOnTop = [...document.querySelectorAll('dialog[open]')].at(-1) === dialog;
    if (event.key === 'Escape' && isOnTop && !isComposing(event)) ask(event);
  }
  // ignores the `cancel` event of a file input, which bubbles to the dialog
  function onOwn(event: Event): void {
    if (event.target === dialog) ask(event);
  }
  const { signal } = asking;
  document.addEventListener('keydown', onKey, { signal });
  dialog.addEventListener('cancel', onOwn, { signal });
  dialog.addEventListener('command', onOwn, { signal });
  return () => asking.abort();
}

/**
 * A form in a dialog that is open while it is rendered; the focus starts in its first control. It is rendered outside
 * of any form of the page, so that submitting it does not submit the form of the page too.
 */
export function SubmitDialog(props: SubmitDialogProps) {
  const { id, title, children, unsaved, saves = true, onSubmit, onClose } = props;
  const form = useModalWhileRendered<HTMLFormElement>(firstControl);
  const [isAsking, setIsAsking] = useState(false);
  const isPersistent = unsaved !== undefined;

  useLayoutEffect(() => {
    const dialog = form.current?.closest('dialog');
    return isPersistent && dialog ? askBeforeClosing(dialog, () => setIsAsking(true)) : undefined;
  }, [form, isPersistent]);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    event.stopPropagation();
    onSubmit(event.currentTarget);
  }

  function discard(): void {
    // close the question first, because while it is open, the browser does not return the focus
    flushSync(() => setIsAsking(false));
    form.current?.closest('dialog')?.close();
  }

  return createPortal(
    <>
      <Dialog id={id} isPersistent={isPersistent} onClose={onClose} title={title}>
        <form
          className="dense stack mt-16 text-17"
          data-saves={saves || undefined}
          noValidate
          onInput={(event) => props.onInput?.(event.currentTarget)}
          onSubmit={submit}
          ref={form}
        >
          {children}
          <div className={screenStyles.dialogButtons} data-dialog-buttons>
            <Button command="close" commandfor={id} variant="secondary">
              {props.cancelText ?? dialogTexts.cancel}
            </Button>
            <Button
              busy={props.isBusy ?? false}
              busyText={props.busyText}
              disabled={props.canSubmit === false}
              type="submit"
            >
              {props.submitText}
            </Button>
          </div>
        </form>
      </Dialog>
      {isAsking && (
        <ConfirmDialog
          busyText=""
          id={`${id}-unsaved`}
          no={dialogTexts.unsaved.keep}
          onClose={() => setIsAsking(false)}
          onYes={discard}
          title={dialogTexts.unsaved.title}
          yes={dialogTexts.unsaved.discard}
        >
          <p>{unsaved}</p>
        </ConfirmDialog>
      )}
    </>,
    document.body,
  );
}
