// The sign-out button: asks about unsaved drafts first, offers this device only if the server fails.
import { useState } from 'react';
import { useNavigate } from 'react-router';
import {
  useSignedInSession,
  signOutEverywhere,
  signOutOnThisDevice,
} from '../../auth/session/session-store.ts';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { toastError } from '../../ui/toast.tsx';
import { screenTexts, frameTexts } from '../screen/screen-texts.ts';
import { deleteAutosavesOf, deleteUnsavedDrafts, findUnsavedDrafts } from '../screen/unsaved-drafts.ts';

const t = frameTexts.signOut;

const ConfirmSignOutDialog = lazyDialog(() => import('./confirm-sign-out-dialog.tsx'));

/**
 * Signs out everywhere; asks first if text would be lost. If the server does not respond, the user may sign out only on
 * this device.
 */
export function SignOutButton() {
  const [busy, setBusy] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const { user } = useSignedInSession();
  const navigate = useNavigate();

  async function dropAfter(end: () => Promise<void>): Promise<void> {
    const unsaved = await findUnsavedDrafts(user.id);
    await deleteAutosavesOf(unsaved);
    await end();
    deleteUnsavedDrafts(unsaved);
  }

  async function leaveThisDevice(): Promise<void> {
    await dropAfter(signOutOnThisDevice);
    await navigate('/auth', { replace: true });
  }

  async function leave(): Promise<void> {
    setBusy(true);
    try {
      await dropAfter(signOutEverywhere);
      await navigate('/auth', { replace: true });
    } catch {
      setBusy(false);
      setIsAsking(false);
      toastError({
        title: screenTexts.error,
        description: t.failed,
        action: { label: t.onThisDevice, onClick: () => void leaveThisDevice() },
      });
    }
  }

  async function ask(): Promise<void> {
    const unsaved = await findUnsavedDrafts(user.id);
    if (unsaved.length > 0) setIsAsking(true);
    else await leave();
  }

  return (
    <>
      <Button
        busy={busy && !isAsking}
        busyText={t.busy}
        icon="sign-out"
        onClick={() => void ask()}
        title={t.effect}
        variant="secondary"
      >
        {t.label}
      </Button>
      {isAsking && (
        <ConfirmSignOutDialog busy={busy} onClose={() => setIsAsking(false)} onYes={() => void leave()} />
      )}
    </>
  );
}
