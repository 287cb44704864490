import { errorMessage } from '../../ui/error-message.ts';
import { Button } from '../../ui/button.tsx';
import { ListFailed } from '../screen/list-failed.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { dismissErrors, toast } from '../../ui/toast.tsx';
import { AccountFacts } from './account-facts.tsx';
import { useTeamChange } from './change-team.ts';
import { requestLink, type LinkResult } from './links/request-link.ts';
import { accountName, useTeam, type TeamMember } from './read-team.ts';
import { roleLabel } from './roles.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './team.module.css';

/** For a colleague without a password: a new link if the first is lost or expired. */
function NewLink({
  member,
  onLink,
}: {
  member: TeamMember;
  onLink: (name: string, made: LinkResult) => void;
}) {
  const name = accountName(member);
  const making = useTeamChange(requestLink);
  const form = `link-${member.id}`;
  return (
    <Button
      busy={making.isPending}
      busyText="Just a moment…"
      onClick={() =>
        making.mutate(
          { what: 'set-password', account: member.id },
          {
            onSuccess(made) {
              dismissErrors(form);
              onLink(name, made);
            },
            onError: (error) =>
              toast({ title: 'Error', description: errorMessage(error), variant: 'destructive', form }),
          },
        )
      }
      size="dashboard"
      variant="secondary"
    >
      New link<span className="sr-only"> for {name}</span>
    </Button>
  );
}

export function MemberList({
  onChange,
  onRemove,
  onLink,
}: {
  onChange: (member: TeamMember) => void;
  onRemove: (member: TeamMember) => void;
  onLink: (name: string, made: LinkResult) => void;
}) {
  const { data: people, isPending, isError, isFetching, refetch } = useTeam();
  return (
    <section aria-labelledby="people">
      <h2 className={styles.title} id="people">
        People
      </h2>
      {isPending && <Spinner label="Loading the team…" />}
      {isError && <ListFailed busy={isFetching} onRetry={() => void refetch()} />}
      {people && (
        <ul className={styles.accountRows}>
          {people.map((member) => (
            <li key={member.id}>
              <article
                aria-labelledby={`person-${member.id}`}
                className={classNames(styles.accountRow, 'panel')}
              >
                <AccountFacts account={member} badge={roleLabel(member.role)} id={`person-${member.id}`} />
                <div className={styles.accountButtons}>
                  {member.needs_link && <NewLink onLink={onLink} member={member} />}
                  <Button icon="edit" onClick={() => onChange(member)} size="dashboard" variant="secondary">
                    Role<span className="sr-only"> for {accountName(member)}</span>
                  </Button>
                  <Button
                    icon="trash"
                    iconOnly
                    onClick={() => onRemove(member)}
                    size="dashboard"
                    variant="secondary"
                  >
                    Remove {accountName(member)}
                  </Button>
                </div>
              </article>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
