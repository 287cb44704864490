// The dialogs of the team screen: an invitation, its link, the choice of roles.
import { cleanEmailAddress, isEmailAddress } from '../../contact/email-address.ts';
import { TextField } from '../../ui/field.tsx';
import { ValidatedFormDialog } from '../screen/validated-form-dialog.tsx';
import { requestTeamLink, type TeamLinkResult, teamQueryKey } from './team-queries.ts';
import { type StaffRole, staffRoles } from '../../data/staff-roles.ts';
import { roleLabel } from './role-label.ts';
import { teamTexts as t } from './team-texts.ts';
import { useTeamRules } from '../../auth/session/roles.ts';
import { useLayoutEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import screenStyles from '../screen/screen.module.css';
import { useModalWhileRendered } from '../screen/confirm-dialog.tsx';

interface InviteDialogProps {
  onInvited: (name: string, made: TeamLinkResult) => void;
  onClose: () => void;
}

/** Invites a colleague by name, email and role. Open while rendered. */
export function InviteDialog({ onInvited, onClose }: InviteDialogProps) {
  return (
    <ValidatedFormDialog
      busyText={t.invite.busy}
      check={({ fullName, email }) => ({
        fullName: fullName.length < 2 ? t.invite.errors.fullName : undefined,
        email: isEmailAddress(cleanEmailAddress(email)) ? undefined : t.invite.errors.email,
      })}
      first={{ fullName: '', email: '', role: 'agent' }}
      id="invite-dialog"
      onClose={onClose}
      write={({ role, ...person }) => requestTeamLink({ what: 'invite', ...person, role: role as StaffRole })}
      onSaved={(made, { fullName }) => onInvited(fullName, made)}
      queryKeys={teamQueryKey}
      saves={false}
      submitText={t.invite.submit}
      title={t.invite.title}
    >
      {(field) => (
        <>
          <TextField {...field('fullName')} autoComplete="off" label={t.invite.fullName} required />
          <TextField
            {...field('email')}
            autoCapitalize="none"
            autoComplete="off"
            inputMode="email"
            label={t.invite.email}
            required
            spellCheck={false}
            type="email"
          />
          <RoleRadioGroup first="agent" />
        </>
      )}
    </ValidatedFormDialog>
  );
}

/** Radio buttons with the name `role`; `first` is selected at first. */
export function RoleRadioGroup({ first }: { first: StaffRole }) {
  const { data: rules } = useTeamRules(true);
  return (
    <fieldset className="stack gap-12">
      <legend className="field-label">{t.roles.legend}</legend>
      {staffRoles.map((role) => (
        <label className="check-field" key={role}>
          <input
            aria-describedby={`role-${role}`}
            aria-label={roleLabel(role)}
            defaultChecked={first === role}
            name="role"
            type="radio"
            value={role}
          />
          <span className="stack gap-0">
            <b>{roleLabel(role)}</b>
            <span className="muted" id={`role-${role}`}>
              {t.roles.hints[role]}
            </span>
          </span>
        </label>
      ))}
      {rules?.sign_up_mode === 'open' && <p className="small muted">{t.roles.openSignUpHint}</p>}
    </fieldset>
  );
}

const dialogId = 'link-dialog';

interface AccountLinkDialogProps {
  name: string;
  link: string;
  onClose: () => void;
}

/** Shows a link that was not sent by mail, only once. Open while rendered. */
export function AccountLinkDialog({ name, link, onClose }: AccountLinkDialogProps) {
  const [copied, setCopied] = useState(false);
  const field = useModalWhileRendered<HTMLInputElement>();
  useLayoutEffect(() => field.current?.select(), [field]);

  async function copy(): Promise<void> {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
    } catch {
      // the browser refused: the link is selected, so the user can copy it with the keyboard or a menu
      setCopied(false);
    }
  }

  return (
    <Dialog id={dialogId} onClose={onClose} title={t.link.title(name)}>
      <div className="stack mt-16 text-17">
        <p>{t.link.description(name)}</p>
        <TextField label={t.link.label} name="link" readOnly ref={field} value={link} />
        <output className="sr-only">{copied ? t.link.copiedAnnouncement : ''}</output>
      </div>
      <div className={screenStyles.dialogButtons}>
        <Button onClick={() => void copy()} variant="secondary">
          {copied ? t.link.copied : t.link.copy}
        </Button>
        <Button command="close" commandfor={dialogId}>
          {t.link.done}
        </Button>
      </div>
    </Dialog>
  );
}
