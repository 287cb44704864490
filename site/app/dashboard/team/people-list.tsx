import { errorMessage } from '../../ui/error-message.ts';
import { Button } from '../../ui/button.tsx';
import { ListFailed } from '../screen/list-failed.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { dismissErrors, toast } from '../../ui/toast.tsx';
import { AccountWords } from './account-words.tsx';
import { useTeamChange } from './change-team.ts';
import { askForLink, type MadeLink } from './links/ask-for-link.ts';
import { nameOf, useTeam, type Person } from './read-team.ts';
import { labelOf } from './roles.ts';

/** For a colleague who never had a password: a new link, should the first one be lost or too old. */
function NewLink({ person, onLink }: { person: Person; onLink: (name: string, made: MadeLink) => void }) {
  const name = nameOf(person);
  const making = useTeamChange(askForLink);
  const form = `link-${person.id}`;
  return (
    <Button
      busy={making.isPending}
      busyText="Just a moment…"
      onClick={() =>
        making.mutate(
          { what: 'set-password', account: person.id },
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

/** Everybody with a role. */
export function PeopleList({
  onChange,
  onRemove,
  onLink,
}: {
  onChange: (person: Person) => void;
  onRemove: (person: Person) => void;
  onLink: (name: string, made: MadeLink) => void;
}) {
  const { data: people, isPending, isError, isFetching, refetch } = useTeam();
  return (
    <section aria-labelledby="people">
      <h2 className="team-title" id="people">
        People
      </h2>
      {isPending && <Spinner label="Loading the team…" />}
      {isError && <ListFailed busy={isFetching} onRetry={() => void refetch()} />}
      {people && (
        <ul className="account-rows">
          {people.map((person) => (
            <li key={person.id}>
              <article aria-labelledby={`person-${person.id}`} className="account-row panel">
                <AccountWords account={person} badge={labelOf(person.role)} id={`person-${person.id}`} />
                <div className="account-buttons">
                  {person.needs_link && <NewLink onLink={onLink} person={person} />}
                  <Button icon="edit" onClick={() => onChange(person)} size="dashboard" variant="secondary">
                    Role<span className="sr-only"> for {nameOf(person)}</span>
                  </Button>
                  <Button
                    className="icon-only"
                    icon="trash"
                    onClick={() => onRemove(person)}
                    size="dashboard"
                    variant="secondary"
                  >
                    <span className="sr-only">Remove {nameOf(person)}</span>
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
