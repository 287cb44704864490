import { useEffect } from 'react';

/** What Ctrl+S saves: marked forms alone, because sending a reply or a code is no saving. */
const saved = 'form[data-saves]';

/** The form that is worked in, or the only one of the open dialog or the screen. */
function findForm(): HTMLFormElement | undefined {
  const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.querySelector('main');
  const forms = [...(scope?.querySelectorAll<HTMLFormElement>(saved) ?? [])];
  const current = document.activeElement?.closest(saved);
  return forms.find((form) => form === current) ?? (forms.length === 1 ? forms[0] : undefined);
}

/** Ctrl+S and Cmd+S save what is edited, and never open the browser's own dialog. */
export function useSaveKey(): void {
  useEffect(() => {
    function follow(event: KeyboardEvent): void {
      const isSaveKey = event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey);
      if (!isSaveKey || event.altKey || event.shiftKey) return;
      event.preventDefault();
      const form = event.repeat ? undefined : findForm();
      const isReady = form?.querySelector('[type=submit]:not(:disabled)');
      if (isReady) form?.requestSubmit();
    }
    window.addEventListener('keydown', follow);
    return () => window.removeEventListener('keydown', follow);
  }, []);
}
