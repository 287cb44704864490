// The privacy screen, with the search for data about a person.
import { ScreenHeading } from '../screen/screen-heading.tsx';
import { IncidentsPanel } from './incidents-panel.tsx';
import { privacyTexts, personDataTexts as t } from './privacy-texts.ts';
import { PrivacyRequestsPanel } from './privacy-requests-panel.tsx';
import { RetentionPanel } from './retention-panel.tsx';
import { useRef, useState, useEffect } from 'react';
import { useWriteMutation } from '../screen/use-write-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { TextField } from '../../ui/field.tsx';
import { Panel } from '../screen/panel.tsx';
import { PersonSearchResult } from './person-search-result.tsx';
import styles from './privacy.module.css';
import { findPersonData, isEmailOrPhone, type PersonErasureResult, type PersonData } from './person-data.ts';
import screenStyles from '../screen/screen.module.css';

/** People's data, for owners; the database enforces it. */
export default function PrivacyScreen() {
  return (
    <>
      <ScreenHeading text={privacyTexts.description} title={privacyTexts.title} />
      <div className={classNames('stack gap-24 items-start', screenStyles.readable)}>
        <FindPerson />
        <PrivacyRequestsPanel />
        <div className="stack gap-24">
          <RetentionPanel />
          <IncidentsPanel />
        </div>
      </div>
    </>
  );
}

/** One field for an address or a number; the data that is found is listed below, with its actions. */
function FindPerson() {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const [contacts, setContacts] = useState<string[]>([]);
  const [person, setPerson] = useState<PersonData>();
  const [erased, setErased] = useState<PersonErasureResult>();
  const field = useRef<HTMLInputElement>(null);
  const search = useWriteMutation(findPersonData, [], { form: 'find-person' });

  function find(wanted: string[]): void {
    setErased(undefined);
    search.mutate(wanted, {
      onSuccess(found) {
        setContacts(wanted);
        setPerson(found);
      },
    });
  }

  function submit(): void {
    const isGiven = isEmailOrPhone(text);
    setProblem(isGiven ? undefined : t.errors.contact);
    if (!isGiven) field.current?.focus();
    else if (!search.isPending) find([text.trim()]);
  }

  return (
    <Panel className="dense" id="person" padded stacked title={t.title}>
      <p className="muted">{t.hint}</p>
      <form
        className={styles.find}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          autoCapitalize="none"
          autoComplete="off"
          error={problem}
          label={t.label}
          name="contact"
          onChange={(event) => setText(event.target.value)}
          ref={field}
          spellCheck={false}
          value={text}
        />
        <Button busy={search.isPending} busyText={t.busy} icon="search" type="submit">
          {t.submit}
        </Button>
      </form>
      <div aria-live="polite" className={classNames('stack', styles.found)}>
        {person && !erased && (
          <PersonSearchResult
            contacts={contacts}
            onChanged={find}
            onErased={(done) => {
              setErased(done);
              setPerson(undefined);
            }}
            person={person}
          />
        )}
        {erased && <ErasedPerson erased={erased} />}
      </div>
    </Panel>
  );
}

/** What was erased, and what must be erased elsewhere. */
function ErasedPerson({ erased }: { erased: PersonErasureResult }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { customers, team, published } = erased.remains;
  return (
    <>
      <h3 ref={heading} tabIndex={-1}>
        {t.done.title}
      </h3>
      <ul className={classNames('stack buoys gap-10', screenStyles.consequences)}>
        <li>{t.done.leads(erased.leads)}</li>
        <li>{t.done.messages(erased.messages)}</li>
        <li>{t.done.mentions(erased.mentions)}</li>
      </ul>
      <h3>{t.done.remains}</h3>
      <ul className={classNames('stack buoys gap-10', screenStyles.consequences)}>
        {customers.length > 0 && <li>{t.done.customers(customers.join(', '))}</li>}
        {team.length > 0 && <li>{t.done.team(team.join(', '))}</li>}
        {published.length > 0 && (
          <li>
            {t.done.published(published.map((found) => found.table_name.replace('public.', '')).join(', '))}
          </li>
        )}
        <li>{t.done.drafts}</li>
        <li>{t.done.register}</li>
        <li>{t.done.backups}</li>
      </ul>
    </>
  );
}
