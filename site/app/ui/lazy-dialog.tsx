// A modal dialog whose script is loaded when it opens; keeps what is typed in the meantime.
import { useLayoutEffect, useRef, type ComponentType } from 'react';
import { createPortal } from 'react-dom';
import { lazyComponent } from './lazy-component.ts';
import { Dialog } from './dialog.tsx';
import { uiTexts } from './ui-texts.ts';

let typed = '';

/** What was typed while the dialog that opens now was loading. Returns it once. */
export function takeTypedText(): string {
  const text = typed;
  typed = '';
  return text;
}

/**
 * `lazyComponent` for a dialog that is open while it is rendered. Until its script has loaded, an empty modal dialog is
 * open in its place, so that no key reaches the page behind. `beginsWithText`: the dialog begins with a text field, which
 * receives what was typed in the field of the empty one (useModalWhileRendered).
 */
export function lazyDialog<Props extends { onClose: () => void }>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { beginsWithText = false } = {},
): ComponentType<Props> {
  return lazyComponent<Props>(load, ({ onClose }) => (
    <LoadingDialog beginsWithText={beginsWithText} onClose={onClose} />
  ));
}

function LoadingDialog({ beginsWithText, onClose }: { beginsWithText: boolean; onClose: () => void }) {
  const content = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const element = content.current;
    const dialog = element?.closest('dialog');
    typed = '';
    dialog?.showModal();
    const field = element?.querySelector('input');
    (field ?? element)?.focus();
    return () => {
      // not if it was closed by the user
      if (dialog?.open && field) typed = field.value;
      // while it is still in the document, so that the browser returns the focus to the opener
      dialog?.close();
    };
  }, []);

  return createPortal(
    <Dialog id="loading-dialog" onClose={onClose} title={uiTexts.loading}>
      <div className="mt-16" ref={content} tabIndex={-1}>
        {beginsWithText && <input aria-label={uiTexts.loadingField} className="input" />}
      </div>
    </Dialog>,
    document.body,
  );
}
