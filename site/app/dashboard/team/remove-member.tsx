import { flushSync } from 'react-dom';
import { useSignedIn } from '../../auth/session/session-store.ts';
import { useTeamRules } from '../../auth/session/use-team-rules.ts';
import { errorMessage } from '../../ui/error-message.ts';
import { ConfirmDialog } from '../screen/confirm-dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { removeFromTeam, useTeamChange } from './change-team.ts';
import { accountName, type TeamMember } from './read-team.ts';

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
        toast({ title: 'Removed', description: `${name} was removed.`, variant: 'success', form });
      },
      onError: (error) =>
        toast({ title: 'Error', description: errorMessage(error), variant: 'destructive', form }),
    });
  }

  return (
    <ConfirmDialog
      busy={removal.isPending}
      busyText="Removing..."
      id="remove-person"
      onClose={onClose}
      onYes={remove}
      title={isSelf ? 'Remove yourself?' : `Remove ${name}?`}
      yes={isSelf ? 'Leave the team' : 'Remove from team'}
    >
      <p>
        {isSelf ? "You're signed out everywhere right away." : "They're signed out everywhere right away."}{' '}
        What they wrote stays.
      </p>
      {rules?.sign_up_mode === 'open' && (
        <p>
          Sign-up is open, so this account can sign back in and read messages until you delete it from the
          list of accounts without a role.
        </p>
      )}
    </ConfirmDialog>
  );
}
