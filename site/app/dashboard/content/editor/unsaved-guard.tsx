import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '../../screen/confirm-dialog.tsx';

/** Asks before unsaved work is left: in our dialog inside the site, in the browser's on closing the tab. */
export function UnsavedGuard({ active, what }: { active: boolean; what: string }) {
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
      busyText="Leaving…"
      id="leave-unsaved"
      no="Keep editing"
      onClose={() => blocker.reset()}
      onYes={() => blocker.proceed()}
      title="Leave without saving?"
      yes="Discard and leave"
    >
      <p>Your changes to {what} haven't been saved yet.</p>
    </ConfirmDialog>
  );
}
