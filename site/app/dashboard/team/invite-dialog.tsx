import { useLayoutEffect, useRef, useState, type FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { useTeamChange } from './change-team.ts';
import { DialogProblem } from './dialog-problem.tsx';
import { requestLink, type LinkResult } from './links/request-link.ts';
import { RoleChoice } from './role-choice.tsx';
import type { Role } from './roles.ts';

const dialogId = 'invite-dialog';

interface Problems {
  fullName?: string;
  email?: string;
}

function problemsOf(fullName: string, email: string): Problems {
  return {
    ...(fullName.trim().length < 2 ? { fullName: 'Enter a full name (at least 2 characters)' } : {}),
    ...(/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email.trim())
      ? {}
      : { email: 'Enter an email address, such as name@example.com' }),
  };
}

/** Invites a colleague by name, email and role. Open while rendered. */
export function InviteDialog({
  onInvited,
  onClose,
}: {
  onInvited: (name: string, made: LinkResult) => void;
  onClose: () => void;
}) {
  const [fullName, setFullName] = useState('');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('agent');
  const [problems, setProblems] = useState<Problems>({});
  const form = useRef<HTMLFormElement>(null);
  const inviting = useTeamChange(requestLink);

  useLayoutEffect(() => {
    const dialog = form.current?.closest('dialog');
    dialog?.showModal();
    form.current?.querySelector<HTMLElement>('input')?.focus();
    return () => dialog?.close();
  }, []);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (inviting.isPending) return;
    const found = problemsOf(fullName, email);
    setProblems(found);
    const [first] = Object.keys(found);
    if (first !== undefined) {
      form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
      return;
    }
    inviting.mutate(
      { what: 'invite', fullName: fullName.trim(), email: email.trim(), role },
      { onSuccess: (made) => onInvited(fullName.trim(), made) },
    );
  }

  return (
    <Dialog id={dialogId} onClose={onClose} title="Invite a colleague">
      <form className="dense confirm-words" noValidate onSubmit={submit} ref={form}>
        <DialogProblem error={inviting.error} />
        <TextField
          autoComplete="off"
          error={problems.fullName}
          label="Full Name"
          name="fullName"
          onChange={(event) => setFullName(event.target.value)}
          required
          value={fullName}
        />
        <TextField
          autoCapitalize="none"
          autoComplete="off"
          error={problems.email}
          inputMode="email"
          label="Email"
          name="email"
          onChange={(event) => setEmail(event.target.value)}
          required
          spellCheck={false}
          type="email"
          value={email}
        />
        <RoleChoice onChange={setRole} value={role} />
        <div className="confirm-buttons">
          <Button command="close" commandfor={dialogId} size="dashboard" variant="secondary">
            Cancel
          </Button>
          <Button busy={inviting.isPending} busyText="Inviting..." size="dashboard" type="submit">
            Invite
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
