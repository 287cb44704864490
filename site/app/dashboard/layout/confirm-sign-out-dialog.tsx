// The dialog that asks whether to discard unsaved text before signing out.
import { ConfirmDialog, type ConfirmDialogProps } from '../screen/confirm-dialog.tsx';
import { frameTexts } from '../screen/screen-texts.ts';

const t = frameTexts.signOut;

/** Asks before signing out, because unsaved text would be lost with the session. */
export default function ConfirmSignOutDialog(
  props: Required<Pick<ConfirmDialogProps, 'busy' | 'onClose' | 'onYes'>>,
) {
  return (
    <ConfirmDialog
      {...props}
      busyText={t.busy}
      id="sign-out-unsaved"
      no={t.stay}
      title={t.unsavedTitle}
      yes={t.discard}
    >
      <p>{t.unsaved}</p>
    </ConfirmDialog>
  );
}
