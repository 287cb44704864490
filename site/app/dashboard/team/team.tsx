// The team screen for owners: its dialogs, role changes, member removal, the two-step verification rule.
import { callDatabaseFunction } from '../../data/call-database-function.ts';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useTeamRules } from '../../auth/session/roles.ts';
import { Button } from '../../ui/button.tsx';
import { toastSuccess } from '../../ui/toast.tsx';
import { DeleteRecordDialog } from '../screen/delete-record.tsx';
import { ScreenHeading } from '../screen/screen-heading.tsx';
import {
  useTeamMutation,
  setAccountRole,
  accountNameOf,
  teamQueryKey,
  type TeamAccount,
  type TeamMember,
  type TeamLinkResult,
} from './team-queries.ts';
import { InviteDialog, RoleRadioGroup, AccountLinkDialog } from './team-dialogs.tsx';
import { MemberList, WaitingAccountList } from './account-lists.tsx';
import { teamTexts as t } from './team-texts.ts';
import { useSignedInSession } from '../../auth/session/session-store.ts';
import { ConfirmWriteDialog } from '../screen/confirm-write-dialog.tsx';
import { LoadFailedNotice } from '../screen/load-failed-notice.tsx';
import { Panel } from '../screen/panel.tsx';
import { WithOpenSignUpWarning } from '../screen/with-open-sign-up-warning.tsx';
import { SwitchField } from '../screen/switch-field.tsx';
import { ValidatedFormDialog } from '../screen/validated-form-dialog.tsx';
import type { StaffRole } from '../../data/staff-roles.ts';
import { findRole } from './role-label.ts';
import { classNames } from '../../ui/class-names.ts';
import screenStyles from '../screen/screen.module.css';

type OpenDialog =
  | { what: 'invite' }
  | { what: 'role'; account: TeamAccount; current: string | null }
  | { what: 'delete'; account: TeamAccount }
  | { what: 'remove'; member: TeamMember }
  | { what: 'hand-over'; name: string; link: string };

function Owners() {
  const [open, setOpen] = useState<OpenDialog>();

  /** Closes the dialog. If the row that opened it no longer exists, the heading gets the focus. */
  function closeDialog(): void {
    flushSync(() => setOpen(undefined));
    if (document.activeElement === document.body)
      document.querySelector('h1')?.focus({ preventScroll: true });
  }

  /** Shows the result of a role change or invitation; a link that was not mailed is shown once. */
  function showResult(name: string, made: TeamLinkResult): void {
    if (made.outcome === 'link') {
      setOpen({ what: 'hand-over', name, link: made.link });
      return;
    }
    closeDialog();
    const isSent = made.outcome === 'sent';
    toastSuccess({
      title: isSent ? t.link.sent : t.link.saved,
      description: isSent ? t.link.sentDescription(name) : t.link.savedDescription(name),
    });
  }

  return (
    <>
      <ScreenHeading
        aside={
          <Button icon="plus" onClick={() => setOpen({ what: 'invite' })}>
            {t.invite.open}
          </Button>
        }
        text={t.description}
        title={t.title}
      />
      <div className={classNames('stack gap-32 items-start', screenStyles.twoColumns)}>
        <WaitingAccountList
          onApprove={(account) => setOpen({ what: 'role', account, current: null })}
          onDelete={(account) => setOpen({ what: 'delete', account })}
        />
        <MemberList
          onChange={(member) => setOpen({ what: 'role', account: member, current: member.role })}
          onLink={showResult}
          onRemove={(member) => setOpen({ what: 'remove', member })}
        />
        <FactorRule />
      </div>
      {open?.what === 'invite' && <InviteDialog onClose={closeDialog} onInvited={showResult} />}
      {open?.what === 'role' && (
        <RoleDialog
          account={open.account}
          current={open.current}
          onClose={closeDialog}
          onGiven={(made) => showResult(accountNameOf(open.account), made)}
        />
      )}
      {open?.what === 'remove' && <RemoveMember member={open.member} onClose={closeDialog} />}
      {open?.what === 'delete' && (
        <DeleteRecordDialog
          onClose={closeDialog}
          queryKeys={teamQueryKey}
          remove={() => callDatabaseFunction('delete_waiting_account', { account: open.account.id })}
          thing={t.deleteAccount.thing}
          title={t.deleteAccount.title(accountNameOf(open.account))}
        >
          <li>{t.deleteAccount.signedOut}</li>
          <li>{t.deleteAccount.worksStay}</li>
        </DeleteRecordDialog>
      )}
      {open?.what === 'hand-over' && (
        <AccountLinkDialog link={open.link} name={open.name} onClose={closeDialog} />
      )}
    </>
  );
}

/** Owners only; the database enforces it. */
export default function TeamScreen() {
  return (
    <WithOpenSignUpWarning>
      <Owners />
    </WithOpenSignUpWarning>
  );
}

const id = 'remove-person';

function RemoveMember({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const { user } = useSignedInSession();
  const { data: rules } = useTeamRules(true);
  const name = accountNameOf(member);
  const isSelf = member.id === user.id;
  return (
    <ConfirmWriteDialog
      busyText={t.remove.busy}
      done={() => ({
        title: t.remove.removed,
        description: t.remove.removedDescription(name),
      })}
      id={id}
      onClose={onClose}
      queryKeys={teamQueryKey}
      title={isSelf ? t.remove.selfTitle : t.remove.title(name)}
      write={() => callDatabaseFunction('remove_from_team', { account: member.id })}
      yes={isSelf ? t.remove.selfSubmit : t.remove.submit}
    >
      <p>{isSelf ? t.remove.selfConsequence : t.remove.consequence}</p>
      {rules?.sign_up_mode === 'open' && <p>{t.remove.openSignUpHint}</p>}
    </ConfirmWriteDialog>
  );
}

function FactorRule() {
  const { data: rules, isError, isFetching, refetch } = useTeamRules(true);
  const change = useTeamMutation(
    (required: boolean) => callDatabaseFunction('require_second_factor', { required }),
    'factor-rule',
  );
  const required = change.isPending ? change.variables : (rules?.require_second_factor ?? false);
  if (!rules && !isError) return null;

  function require(wanted: boolean): void {
    if (!change.isPending) change.mutate(wanted);
  }

  return (
    <Panel className="stack gap-12 p-20" id="factor-rule" title={t.rules.title}>
      {isError && <LoadFailedNotice busy={isFetching} onRetry={() => void refetch()} />}
      {rules && (
        <SwitchField
          checked={required}
          id="require-factor"
          label={t.rules.requireFactor}
          onChange={require}
          text={required ? t.rules.factorRequired : t.rules.factorOptional}
        />
      )}
    </Panel>
  );
}

interface RoleDialogProps {
  account: TeamAccount;
  current: string | null;
  onGiven: (made: TeamLinkResult) => void;
  onClose: () => void;
}

/** Approves an account with a role (`current` null) or changes a role. Open while rendered. */
function RoleDialog({ account, current, onGiven, onClose }: RoleDialogProps) {
  const first = findRole(current) ?? 'agent';
  const texts = current === null ? t.approve : t.changeRole;
  return (
    <ValidatedFormDialog
      first={{ role: first }}
      id="role-dialog"
      onClose={onClose}
      record={account.id}
      write={async ({ role }) => (role === current ? null : setAccountRole(account.id, role as StaffRole))}
      onSaved={(made) => made && onGiven(made)}
      queryKeys={teamQueryKey}
      submitText={texts.submit}
      title={texts.title(accountNameOf(account))}
    >
      {() => (
        <>
          <RoleRadioGroup first={first} />
          {current === null && !account.is_verified && <p>{t.approve.unverified(account.email ?? '')}</p>}
        </>
      )}
    </ValidatedFormDialog>
  );
}
