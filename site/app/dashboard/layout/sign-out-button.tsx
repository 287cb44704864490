import { useState } from 'react';
import { useNavigate } from 'react-router';
import { signOut, signOutOnThisDevice } from '../../auth/session/sign-out.ts';
import { Button } from '../../ui/button.tsx';
import { toastError } from '../../ui/toast.tsx';
import { screenTexts } from '../screen/screen-texts.ts';
import { frameTexts } from './frame-texts.ts';

const t = frameTexts.signOut;

/** Signs out everywhere. If the server does not respond, the user may sign out on this device only. */
export function SignOutButton() {
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();

  async function leaveThisDevice(): Promise<void> {
    await signOutOnThisDevice();
    await navigate('/auth', { replace: true });
  }

  async function leave(): Promise<void> {
    setBusy(true);
    try {
      await signOut();
      await navigate('/auth', { replace: true });
    } catch {
      setBusy(false);
      toastError({
        title: screenTexts.error,
        description: t.failed,
        action: { label: t.onThisDevice, onClick: () => void leaveThisDevice() },
      });
    }
  }

  return (
    <Button busy={busy} busyText={t.busy} icon="sign-out" onClick={() => void leave()} variant="secondary">
      {t.label}
    </Button>
  );
}
