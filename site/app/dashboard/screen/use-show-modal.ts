import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Opens the dialog around the returned element while it is rendered, and focuses the control that `first` selects. */
export function useShowModal<Content extends HTMLElement>(first?: string): RefObject<Content | null> {
  const content = useRef<Content>(null);
  useLayoutEffect(() => {
    const dialog = content.current?.closest('dialog');
    dialog?.showModal();
    if (first !== undefined) content.current?.querySelector<HTMLElement>(first)?.focus();
    // close it while it is still in the document, so that the browser returns the focus to the opener
    return () => dialog?.close();
  }, [first]);
  return content;
}
