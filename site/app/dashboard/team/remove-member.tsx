import { flushSync } from 'react-dom';
import { useSignedIn } from '../../auth/session/session-store.ts';
import { useTeamRules } from '../../auth/session/use-team-rules.ts';
import { toastSuccess } from '../../ui/toast.tsx';
import { ConfirmDialog } from '../screen/confirm-dialog.tsx';
import { showError } from '../screen/show-error.ts';
import { removeFromTeam, useTeamChange } from './change-team.ts';
import { accountName, type TeamMember } from './read-team.ts';
import { teamTexts } from './team-texts.ts';

const t = teamTexts.remove;

export function RemoveMember({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const { user } = useSignedIn();
  const { data: rules } = useTeamRules(true);
  const removal = useTeamChange(removeFromTeam);
  const name = accountName(member);
  const form = `remove-${member.id}`;
  const isSelf = member.id === user.id;

  function remove(): void {
    removal.mutate(member.id, {
      onSuccess() {
        // the row that had the focus is removed
        flushSync(onClose);
        document.querySelector('h1')?.focus();
        toastSuccess({ title: t.removed, description: t.removedDescription(name), form });
      },
      onError: (error) => showError(error, form),
    });
  }

  return (
    <ConfirmDialog
      busy={removal.isPending}
      busyText={t.busy}
      id="remove-person"
      onClose={onClose}
      onYes={remove}
      title={isSelf ? t.selfTitle : t.title(name)}
      yes={isSelf ? t.selfSubmit : t.submit}
    >
      <p>{isSelf ? t.selfConsequence : t.consequence}</p>
      {rules?.sign_up_mode === 'open' && <p>{t.openSignUpHint}</p>}
    </ConfirmDialog>
  );
}
