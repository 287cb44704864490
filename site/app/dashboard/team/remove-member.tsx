import { useSignedIn } from '../../auth/session/session-store.ts';
import { useTeamRules } from '../../auth/session/use-team-rules.ts';
import { toastSuccess } from '../../ui/toast.tsx';
import { ConfirmWrite } from '../screen/confirm-write.tsx';
import { removeFromTeam } from './change-team.ts';
import { accountName, teamKey, type TeamMember } from './read-team.ts';
import { teamTexts } from './team-texts.ts';

const t = teamTexts.remove;
const id = 'remove-person';

export function RemoveMember({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const { user } = useSignedIn();
  const { data: rules } = useTeamRules(true);
  const name = accountName(member);
  const isSelf = member.id === user.id;
  return (
    <ConfirmWrite
      busyText={t.busy}
      id={id}
      onClose={onClose}
      onDone={() => toastSuccess({ title: t.removed, description: t.removedDescription(name), form: id })}
      queryKeys={teamKey}
      title={isSelf ? t.selfTitle : t.title(name)}
      write={() => removeFromTeam(member.id)}
      yes={isSelf ? t.selfSubmit : t.submit}
    >
      <p>{isSelf ? t.selfConsequence : t.consequence}</p>
      {rules?.sign_up_mode === 'open' && <p>{t.openSignUpHint}</p>}
    </ConfirmWrite>
  );
}
