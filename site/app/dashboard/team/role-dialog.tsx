import { FormDialog } from '../screen/form-dialog.tsx';
import { giveRole } from './change-team.ts';
import type { LinkResult } from './links/request-link.ts';
import { accountName, teamKey, type TeamAccount } from './read-team.ts';
import { RoleChoice } from './role-choice.tsx';
import type { Role } from '../../data/roles.ts';
import { findRole } from './role-label.ts';
import { teamTexts } from './team-texts.ts';

/** Approves an account with a role (`current` null) or changes a role. Open while rendered. */
export function RoleDialog({
  account,
  current,
  onGiven,
  onClose,
}: {
  account: TeamAccount;
  current: string | null;
  onGiven: (made: LinkResult) => void;
  onClose: () => void;
}) {
  const first = findRole(current) ?? 'agent';
  const t = current === null ? teamTexts.approve : teamTexts.changeRole;
  return (
    <FormDialog
      busyText={teamTexts.changeRole.busy}
      first={{ role: first }}
      id="role-dialog"
      onClose={onClose}
      record={account.id}
      write={async ({ role }) => (role === current ? null : giveRole(account.id, role as Role))}
      onSaved={(made) => made && onGiven(made)}
      queryKeys={teamKey}
      submitText={t.submit}
      title={t.title(accountName(account))}
    >
      {() => (
        <>
          <RoleChoice first={first} />
          {current === null && !account.is_verified && (
            <p>{teamTexts.approve.unverified(account.email ?? '')}</p>
          )}
        </>
      )}
    </FormDialog>
  );
}
