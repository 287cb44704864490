import { useState } from 'react';
import { giveRole, useTeamChange } from './change-team.ts';
import { DialogForm } from './dialog-form.tsx';
import type { LinkResult } from './links/request-link.ts';
import { accountName, type Account } from './read-team.ts';
import { RoleChoice } from './role-choice.tsx';
import { findRole, type Role } from './roles.ts';
import { teamTexts } from './team-texts.ts';

/** Approves an account with a role (`current` null) or changes a role. Open while rendered. */
export function RoleDialog({
  account,
  current,
  onGiven,
  onClose,
}: {
  account: Account;
  current: string | null;
  onGiven: (made: LinkResult) => void;
  onClose: () => void;
}) {
  const [wanted, setWanted] = useState(() => findRole(current) ?? 'agent');
  const giving = useTeamChange((next: Role) => giveRole(account.id, next));
  const t = current === null ? teamTexts.approve : teamTexts.changeRole;

  function submit(): void {
    if (wanted === current) onClose();
    else giving.mutate(wanted, { onSuccess: onGiven });
  }

  return (
    <DialogForm
      busyText={teamTexts.changeRole.busy}
      change={giving}
      id="role-dialog"
      onClose={onClose}
      onSubmit={submit}
      submitText={t.submit}
      title={t.title(accountName(account))}
    >
      <RoleChoice onChange={setWanted} value={wanted} />
      {current === null && !account.is_verified && <p>{teamTexts.approve.unverified(account.email ?? '')}</p>}
    </DialogForm>
  );
}
