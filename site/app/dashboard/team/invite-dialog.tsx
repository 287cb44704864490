import { cleanEmailAddress, isEmailAddress } from '../../contact/email-address.ts';
import { TextField } from '../../ui/field.tsx';
import { FormDialog } from '../screen/form-dialog.tsx';
import { requestLink, type LinkResult } from './links/request-link.ts';
import { teamKey } from './read-team.ts';
import { RoleChoice } from './role-choice.tsx';
import type { Role } from '../../data/roles.ts';
import { teamTexts } from './team-texts.ts';

const t = teamTexts.invite;

/** Invites a colleague by name, email and role. Open while rendered. */
export function InviteDialog({
  onInvited,
  onClose,
}: {
  onInvited: (name: string, made: LinkResult) => void;
  onClose: () => void;
}) {
  return (
    <FormDialog
      busyText={t.busy}
      check={({ fullName, email }) => ({
        fullName: fullName.length < 2 ? t.errors.fullName : undefined,
        email: isEmailAddress(cleanEmailAddress(email)) ? undefined : t.errors.email,
      })}
      first={{ fullName: '', email: '', role: 'agent' }}
      id="invite-dialog"
      onClose={onClose}
      write={({ role, ...person }) => requestLink({ what: 'invite', ...person, role: role as Role })}
      onSaved={(made, { fullName }) => onInvited(fullName, made)}
      queryKeys={teamKey}
      saves={false}
      submitText={t.submit}
      title={t.title}
    >
      {(field) => (
        <>
          <TextField {...field('fullName')} autoComplete="off" label={t.fullName} required />
          <TextField
            {...field('email')}
            autoCapitalize="none"
            autoComplete="off"
            inputMode="email"
            label={t.email}
            required
            spellCheck={false}
            type="email"
          />
          <RoleChoice first="agent" />
        </>
      )}
    </FormDialog>
  );
}
