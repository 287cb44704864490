import { useState } from 'react';
import { TextField } from '../../ui/field.tsx';
import { useTeamChange } from './change-team.ts';
import { DialogForm } from './dialog-form.tsx';
import { requestLink, type LinkResult } from './links/request-link.ts';
import { RoleChoice } from './role-choice.tsx';
import type { Role } from './roles.ts';
import { teamTexts } from './team-texts.ts';

const t = teamTexts.invite;
const dialogId = 'invite-dialog';

interface Problems {
  fullName?: string;
  email?: string;
}

function problemsOf(fullName: string, email: string): Problems {
  return {
    ...(fullName.trim().length < 2 ? { fullName: t.errors.fullName } : {}),
    ...(/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email.trim()) ? {} : { email: t.errors.email }),
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
  const inviting = useTeamChange(requestLink);

  function submit(): void {
    const found = problemsOf(fullName, email);
    setProblems(found);
    const [first] = Object.keys(found);
    if (first !== undefined) {
      document.querySelector<HTMLElement>(`#${dialogId} [name=${first}]`)?.focus();
      return;
    }
    inviting.mutate(
      { what: 'invite', fullName: fullName.trim(), email: email.trim(), role },
      { onSuccess: (made) => onInvited(fullName.trim(), made) },
    );
  }

  return (
    <DialogForm
      busyText={t.busy}
      change={inviting}
      id={dialogId}
      onClose={onClose}
      onSubmit={submit}
      saves={false}
      submitText={t.submit}
      title={t.title}
    >
      <TextField
        autoComplete="off"
        error={problems.fullName}
        label={t.fullName}
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
        label={t.email}
        name="email"
        onChange={(event) => setEmail(event.target.value)}
        required
        spellCheck={false}
        type="email"
        value={email}
      />
      <RoleChoice onChange={setRole} value={role} />
    </DialogForm>
  );
}
