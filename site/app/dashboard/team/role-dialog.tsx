import { useLayoutEffect, useRef, useState, type FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogProblem } from './dialog-problem.tsx';
import { giveRole, useTeamChange } from './change-team.ts';
import type { LinkResult } from './links/request-link.ts';
import { accountName, type Account } from './read-team.ts';
import { RoleChoice } from './role-choice.tsx';
import { roles, type Role } from './roles.ts';

const dialogId = 'role-dialog';

function roleOf(role: string | null): Role {
  return roles.find((known) => known.role === role)?.role ?? 'agent';
}

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
  const [wanted, setWanted] = useState(() => roleOf(current));
  const form = useRef<HTMLFormElement>(null);
  const giving = useTeamChange((next: Role) => giveRole(account.id, next));
  const name = accountName(account);

  useLayoutEffect(() => {
    const dialog = form.current?.closest('dialog');
    dialog?.showModal();
    form.current?.querySelector<HTMLElement>('input:checked')?.focus();
    return () => dialog?.close();
  }, []);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (giving.isPending) return;
    if (wanted === current) onClose();
    else giving.mutate(wanted, { onSuccess: onGiven });
  }

  return (
    <Dialog id={dialogId} onClose={onClose} title={current === null ? `Approve ${name}` : `Role for ${name}`}>
      <form className="dense confirm-words" data-saves noValidate onSubmit={submit} ref={form}>
        <DialogProblem error={giving.error} />
        <RoleChoice onChange={setWanted} value={wanted} />
        {current === null && !account.is_verified && (
          <p>
            {account.email} isn't verified. Approving resets the account's password and sign-ins and makes a
            link to choose a new password.
          </p>
        )}
        <div className="confirm-buttons">
          <Button command="close" commandfor={dialogId} size="dashboard" variant="secondary">
            Cancel
          </Button>
          <Button busy={giving.isPending} busyText="Saving..." size="dashboard" type="submit">
            {current === null ? 'Approve' : 'Save role'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
