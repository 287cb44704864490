import { useState } from 'react';
import { useAgency } from '../../agency/use-agency.ts';
import { browserClient } from '../../data/browser-client.ts';
import { Button } from '../../ui/button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import screenStyles from '../screen/screen.module.css';
import { showError } from '../screen/show-error.ts';
import { CorrectPerson } from './correct-person.tsx';
import { ErasePerson } from './erase-person.tsx';
import { formatDay, today } from './format-day.ts';
import { personPage } from './person-page.ts';
import { personTexts as t } from './person-texts.ts';
import styles from './privacy.module.css';
import { ReceivedMails } from './received-mails.tsx';
import { isUnknown, totalOf, type Erased, type Person } from './read-person.ts';

/** What there is, in numbers; a number of nothing is left out. */
function countsOf(person: Person): string[] {
  const { counts, accounts, mentions, published, doNotContact } = person;
  const numbers = [
    [counts.leads, t.counts.leads],
    [counts.messages, t.counts.messages],
    [counts.queued, t.counts.queued],
    [counts.quarantined, t.counts.quarantined],
    [counts.mails, t.counts.mails],
    [counts.reports, t.counts.reports],
    [counts.requests, t.counts.requests],
    [accounts.length, t.counts.accounts],
    [totalOf(mentions), t.counts.mentions],
    [totalOf(published), t.counts.published],
  ] as const;
  const lines = numbers.filter(([total]) => total > 0).map(([total, words]) => words(total));
  return doNotContact.length > 0 ? [...lines, t.counts.refused] : lines;
}

interface PersonResultProps {
  contacts: string[];
  person: Person;
  /** to search again, with these */
  onChanged: (contacts: string[]) => void;
  onErased: (erased: Erased) => void;
}

export function PersonResult({ contacts, person, onChanged, onErased }: PersonResultProps) {
  const { name: agency } = useAgency();
  const [open, setOpen] = useState<'correct' | 'erase'>();
  const named = contacts.join(t.and);
  if (isUnknown(person)) return <p>{t.nothing(named)}</p>;
  const addresses = new Set(person.leads.map(({ email }) => email.toLowerCase()));
  const file = `${t.fileName}-${today()}`;
  async function save(text: string, type: string, extension: string): Promise<void> {
    const { error } = await browserClient().rpc('record_person_export');
    if (error) return showError(error, 'person-export');
    saveFile(new Blob([text], { type: `${type};charset=utf-8` }), `${file}.${extension}`);
  }
  return (
    <>
      <h3>{t.found(named)}</h3>
      <ul className={screenStyles.consequences}>
        {countsOf(person).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {addresses.size > 1 && <p className={styles.warning}>{t.share(addresses.size)}</p>}
      {person.alsoKnown.length > 0 && (
        <div className="cluster">
          <span>{t.also}</span>
          {person.alsoKnown.map((contact) => (
            <Button key={contact} onClick={() => onChanged([...contacts, contact])} variant="secondary">
              {t.include(contact)}
            </Button>
          ))}
        </div>
      )}
      <ul>
        {person.leads.map((lead) => (
          <li className="grid gap-6 py-16 hair-top" key={lead.id}>
            <b>{[lead.name, lead.company].filter(Boolean).join(', ')}</b>
            <span>{[lead.email, lead.phone].filter(Boolean).join(', ')}</span>
            <span className="small muted">{t.lead(formatDay(lead.created_at))}</span>
            {lead.message && <p className="pre-wrap">{lead.message}</p>}
          </li>
        ))}
      </ul>
      {person.counts.leads > person.leads.length && <p>{t.more(person.counts.leads)}</p>}
      <ReceivedMails person={person} />
      <div className="cluster">
        <Button
          icon="download"
          onClick={() => void save(personPage(person, agency, formatDay(today())), 'text/html', 'html')}
          variant="secondary"
        >
          {t.page}
        </Button>
        <Button
          icon="download"
          onClick={() => void save(JSON.stringify(person, null, 2), 'application/json', 'json')}
          variant="secondary"
        >
          {t.json}
        </Button>
        <Button icon="edit" onClick={() => setOpen('correct')} variant="secondary">
          {t.correct}
        </Button>
        <Button icon="trash" onClick={() => setOpen('erase')} variant="danger">
          {t.erase}
        </Button>
      </div>
      {open === 'correct' && (
        <CorrectPerson contacts={contacts} onClose={() => setOpen(undefined)} onCorrected={onChanged} />
      )}
      {open === 'erase' && (
        <ErasePerson
          contacts={contacts}
          onClose={() => setOpen(undefined)}
          onErased={onErased}
          person={person}
        />
      )}
    </>
  );
}
