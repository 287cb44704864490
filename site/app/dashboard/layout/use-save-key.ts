import { useEffect } from 'react';
import { shortcutKey } from '../../ui/keys.ts';

/** Ctrl+S submits marked forms only: sending a reply or a code is not saving. */
const saved = 'form[data-saves]';

/** The form that has the focus, or the only one of the open dialog or the screen. */
function findForm(): HTMLFormElement | undefined {
  const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.querySelector('main');
  const forms = [...(scope?.querySelectorAll<HTMLFormElement>(saved) ?? [])];
  const current = document.activeElement?.closest(saved);
  return forms.find((form) => form === current) ?? (forms.length === 1 ? forms[0] : undefined);
}

/** Ctrl+S and Cmd+S save the form and never open the browser's dialog. */
export function useSaveKey(): void {
  useEffect(() => {
    function follow(event: KeyboardEvent): void {
      const isSaveKey = shortcutKey(event) === 's' && (event.ctrlKey || event.metaKey);
      if (!isSaveKey || event.altKey || event.shiftKey) return;
      event.preventDefault();
      const form = event.repeat ? undefined : findForm();
      const isReady = form?.querySelector('[type=submit]:not(:disabled, [aria-disabled=true])');
      if (isReady) form?.requestSubmit();
    }
    window.addEventListener('keydown', follow);
    return () => window.removeEventListener('keydown', follow);
  }, []);
}
