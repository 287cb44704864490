import { Button } from '../../ui/button.tsx';
import { RichText } from '../../texts/rich-text.tsx';
import { dismissErrors } from '../../ui/toast.tsx';
import { QueryResult } from '../screen/query-result.tsx';
import { showError } from '../screen/show-error.ts';
import { AccountRow } from './account-row.tsx';
import { useTeamChange } from './change-team.ts';
import { requestLink, type LinkResult } from './links/request-link.ts';
import { accountName, useTeam, type TeamMember } from './read-team.ts';
import { roleLabel } from './role-label.ts';
import { teamTexts } from './team-texts.ts';
import styles from './team.module.css';

const t = teamTexts.members;

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

  function make(): void {
    making.mutate(
      { what: 'set-password', account: member.id },
      {
        onSuccess(made) {
          dismissErrors(form);
          onLink(name, made);
        },
        onError: (error) => showError(error, form),
      },
    );
  }

  return (
    <Button busy={making.isPending} busyText={t.makingLink} onClick={make} variant="secondary">
      <RichText text={t.newLink(name)} />
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
  return (
    <section aria-labelledby="people">
      <h2 className={styles.title} id="people">
        {t.title}
      </h2>
      <QueryResult loadingText={t.loading} query={useTeam()}>
        {(people) => (
          <ul className="stack gap-12">
            {people.map((member) => (
              <AccountRow account={member} badge={roleLabel(member.role)} key={member.id}>
                {member.needs_link && <NewLink onLink={onLink} member={member} />}
                <Button icon="edit" onClick={() => onChange(member)} variant="secondary">
                  <RichText text={t.changeRole(accountName(member))} />
                </Button>
                <Button icon="trash" iconOnly onClick={() => onRemove(member)} variant="secondary">
                  {t.remove(accountName(member))}
                </Button>
              </AccountRow>
            ))}
          </ul>
        )}
      </QueryResult>
    </section>
  );
}
