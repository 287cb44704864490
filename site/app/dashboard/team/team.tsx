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
import type { MadeLink } from './links/ask-for-link.ts';
import { PeopleList } from './people-list.tsx';
import { nameOf, type Account, type Person } from './read-team.ts';
import { RemovePerson } from './remove-person.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { WaitingList } from './waiting-list.tsx';
import './team.css';

/** What is being done, and to whom. */
type Doing =
  | { what: 'invite' }
  | { what: 'approve' | 'delete'; account: Account }
  | { what: 'change' | 'remove'; person: Person }
  | { what: 'hand-over'; name: string; link: string };

export function meta() {
  return [{ title: `Team · ${agency.name}` }];
}

function Owners() {
  const [doing, setDoing] = useState<Doing>();

  /** Closes what is open. Where the row that began it has gone meanwhile, the heading takes the focus. */
  function stop(): void {
    flushSync(() => setDoing(undefined));
    if (document.activeElement === document.body)
      document.querySelector('h1')?.focus({ preventScroll: true });
  }

  /** Says what became of a role or an invitation; a link that nobody mails is shown, once. */
  function tell(name: string, made: MadeLink): void {
    if (made.outcome === 'link') {
      setDoing({ what: 'hand-over', name, link: made.link });
      return;
    }
    stop();
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
          <Button icon="plus" onClick={() => setDoing({ what: 'invite' })} size="dashboard">
            Invite
          </Button>
        }
        text="Who has access, and what they can do"
        title="Team"
      />
      <div className="team">
        <WaitingList
          onApprove={(account) => setDoing({ what: 'approve', account })}
          onDelete={(account) => setDoing({ what: 'delete', account })}
        />
        <PeopleList
          onChange={(person) => setDoing({ what: 'change', person })}
          onLink={tell}
          onRemove={(person) => setDoing({ what: 'remove', person })}
        />
        <FactorRule />
      </div>
      {doing?.what === 'invite' && <InviteDialog onClose={stop} onInvited={tell} />}
      {doing?.what === 'approve' && (
        <RoleDialog
          account={doing.account}
          onClose={stop}
          onGiven={(made) => tell(nameOf(doing.account), made)}
          current={null}
        />
      )}
      {doing?.what === 'change' && (
        <RoleDialog
          account={doing.person}
          onClose={stop}
          onGiven={(made) => tell(nameOf(doing.person), made)}
          current={doing.person.role}
        />
      )}
      {doing?.what === 'remove' && <RemovePerson onClose={stop} person={doing.person} />}
      {doing?.what === 'delete' && <DeleteAccount account={doing.account} onClose={stop} />}
      {doing?.what === 'hand-over' && <LinkDialog link={doing.link} name={doing.name} onClose={stop} />}
    </>
  );
}

/** The team, for its owners. The database refuses everybody else; this only says so. */
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
