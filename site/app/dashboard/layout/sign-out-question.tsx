// The dialog that asks whether to discard unsaved text before signing out.
import { ConfirmDialog, type ConfirmDialogProps } from '../screen/confirm-dialog.tsx';
import { frameTexts } from './frame-texts.ts';

const t = frameTexts.signOut;

/** Text that is not saved would go with the session. */
export default function SignOutQuestion(
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
