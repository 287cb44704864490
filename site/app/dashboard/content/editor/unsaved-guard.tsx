import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '../../screen/confirm-dialog.tsx';
import { contentTexts } from '../content-texts.ts';

const t = contentTexts.leaving;

/** Asks before unsaved work is left: in our dialog inside the site, in the browser's on closing the tab. */
export function UnsavedGuard({
  active,
  what,
  onDiscard,
}: {
  active: boolean;
  what: string;
  onDiscard: () => void;
}) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => active && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (!active) return undefined;
    function ask(event: BeforeUnloadEvent) {
      event.preventDefault();
    }
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [active]);

  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog
      busyText={t.busy}
      id="leave-unsaved"
      no={t.stay}
      onClose={() => blocker.reset()}
      onYes={() => {
        onDiscard();
        blocker.proceed();
      }}
      title={t.title}
      yes={t.discard}
    >
      <p>{t.consequence(what)}</p>
    </ConfirmDialog>
  );
}
