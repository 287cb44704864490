import { useState } from 'react';
import { flushSync } from 'react-dom';
import { isOwner } from '../../auth/session/roles.ts';
import { Button } from '../../ui/button.tsx';
import { toastSuccess } from '../../ui/toast.tsx';
import { DeleteRecord } from '../screen/delete-record.tsx';
import { RestrictedScreen } from '../screen/restricted-screen.tsx';
import { ScreenHeading } from '../screen/screen-heading.tsx';
import { deleteWaitingAccount } from './change-team.ts';
import { FactorRule } from './factor-rule.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import type { LinkResult } from './links/request-link.ts';
import { MemberList } from './member-list.tsx';
import { accountName, teamKey, type TeamAccount, type TeamMember } from './read-team.ts';
import { RemoveMember } from './remove-member.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { teamTexts as t } from './team-texts.ts';
import { WaitingList } from './waiting-list.tsx';

type OpenDialog =
  | { what: 'invite' }
  | { what: 'role'; account: TeamAccount; current: string | null }
  | { what: 'delete'; account: TeamAccount }
  | { what: 'remove'; member: TeamMember }
  | { what: 'hand-over'; name: string; link: string };

function Owners() {
  const [open, setOpen] = useState<OpenDialog>();

  /** Closes the dialog. If the row that opened it is gone, the heading takes the focus. */
  function closeDialog(): void {
    flushSync(() => setOpen(undefined));
    if (document.activeElement === document.body)
      document.querySelector('h1')?.focus({ preventScroll: true });
  }

  /** Shows the result of a role change or invitation; a link that was not mailed is shown once. */
  function showResult(name: string, made: LinkResult): void {
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
      <div className="stack gap-32">
        <WaitingList
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
          onGiven={(made) => showResult(accountName(open.account), made)}
        />
      )}
      {open?.what === 'remove' && <RemoveMember member={open.member} onClose={closeDialog} />}
      {open?.what === 'delete' && (
        <DeleteRecord
          onClose={closeDialog}
          queryKeys={teamKey}
          remove={() => deleteWaitingAccount(open.account.id)}
          thing={t.deleteAccount.thing}
          title={t.deleteAccount.title(accountName(open.account))}
        >
          <li>{t.deleteAccount.signedOut}</li>
          <li>{t.deleteAccount.worksStay}</li>
        </DeleteRecord>
      )}
      {open?.what === 'hand-over' && <LinkDialog link={open.link} name={open.name} onClose={closeDialog} />}
    </>
  );
}

/** Owners only; the database enforces it. */
export default function Team() {
  return (
    <RestrictedScreen deniedText={t.ownersOnly} may={isOwner} title={t.title}>
      <Owners />
    </RestrictedScreen>
  );
}
