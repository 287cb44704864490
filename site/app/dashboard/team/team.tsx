import { useState } from 'react';
import { flushSync } from 'react-dom';
import { agency } from '../../agency.ts';
import { useIsOwner, useRoles } from '../../auth/session/roles.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../screen/empty-state.tsx';
import { ScreenHeading } from '../screen/screen-heading.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { FactorRule } from './factor-rule.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import type { LinkResult } from './links/request-link.ts';
import { MemberList } from './member-list.tsx';
import { accountName, type Account, type TeamMember } from './read-team.ts';
import { RemoveMember } from './remove-member.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { WaitingList } from './waiting-list.tsx';
import styles from './team.module.css';

type OpenDialog =
  | { what: 'invite' }
  | { what: 'approve' | 'delete'; account: Account }
  | { what: 'change' | 'remove'; member: TeamMember }
  | { what: 'hand-over'; name: string; link: string };

export function meta() {
  return [{ title: `Team · ${agency.name}` }];
}

function Owners() {
  const [openDialog, setOpenDialog] = useState<OpenDialog>();

  /** Closes the dialog. If the row that opened it is gone, the heading takes the focus. */
  function closeDialog(): void {
    flushSync(() => setOpenDialog(undefined));
    if (document.activeElement === document.body)
      document.querySelector('h1')?.focus({ preventScroll: true });
  }

  /** Shows the result of a role change or invitation; a link that was not mailed is shown once. */
  function showResult(name: string, made: LinkResult): void {
    if (made.outcome === 'link') {
      setOpenDialog({ what: 'hand-over', name, link: made.link });
      return;
    }
    closeDialog();
    const description =
      made.outcome === 'sent'
        ? `${name} will get a link to choose a password.`
        : `${name}'s access is updated.`;
    toast({ title: made.outcome === 'sent' ? 'Link sent' : 'Saved', description, variant: 'success' });
  }

  return (
    <>
      <ScreenHeading
        aside={
          <Button icon="plus" onClick={() => setOpenDialog({ what: 'invite' })} size="dashboard">
            Invite
          </Button>
        }
        text="Who has access, and what they can do"
        title="Team"
      />
      <div className={styles.team}>
        <WaitingList
          onApprove={(account) => setOpenDialog({ what: 'approve', account })}
          onDelete={(account) => setOpenDialog({ what: 'delete', account })}
        />
        <MemberList
          onChange={(member) => setOpenDialog({ what: 'change', member })}
          onLink={showResult}
          onRemove={(member) => setOpenDialog({ what: 'remove', member })}
        />
        <FactorRule />
      </div>
      {openDialog?.what === 'invite' && <InviteDialog onClose={closeDialog} onInvited={showResult} />}
      {openDialog?.what === 'approve' && (
        <RoleDialog
          account={openDialog.account}
          onClose={closeDialog}
          onGiven={(made) => showResult(accountName(openDialog.account), made)}
          current={null}
        />
      )}
      {openDialog?.what === 'change' && (
        <RoleDialog
          account={openDialog.member}
          onClose={closeDialog}
          onGiven={(made) => showResult(accountName(openDialog.member), made)}
          current={openDialog.member.role}
        />
      )}
      {openDialog?.what === 'remove' && <RemoveMember onClose={closeDialog} member={openDialog.member} />}
      {openDialog?.what === 'delete' && <DeleteAccount account={openDialog.account} onClose={closeDialog} />}
      {openDialog?.what === 'hand-over' && (
        <LinkDialog link={openDialog.link} name={openDialog.name} onClose={closeDialog} />
      )}
    </>
  );
}

/** Owners only; the database enforces it. */
export default function Team() {
  const { data: roles } = useRoles();
  const isOwner = useIsOwner();
  if (isOwner) return <Owners />;
  return (
    <>
      <ScreenHeading title="Team" />
      {roles ? <EmptyState text="Only owners can manage the team." /> : <Spinner label="Loading…" />}
    </>
  );
}
