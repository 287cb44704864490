// All data found about one person: counts, received emails, export to a file, correction, erasure.
import { todayIn } from '../screen/zoned-time.ts';
import { classNames } from '../../ui/class-names.ts';
import { useState } from 'react';
import { useAgency } from '../../agency/use-agency.ts';
import { browserClient } from '../../data/browser-client.ts';
import { callDatabaseFunction } from '../../data/call-database-function.ts';
import { Button } from '../../ui/button.tsx';
import { formatLongDate } from '../../ui/format-values.ts';
import { saveFile } from '../../ui/save-file.ts';
import screenStyles from '../screen/screen.module.css';
import { showError } from '../screen/show-error.ts';
import { formatCalendarDay } from '../screen/format-calendar-day.ts';
import {
  renderPersonDataPage,
  isPersonDataEmpty,
  countPersonMentions,
  type PersonErasureResult,
  type PersonData,
  erasePerson,
} from './person-data.ts';
import { personDataTexts as t } from './privacy-texts.ts';
import styles from './privacy.module.css';
import { ConfirmWriteDialog } from '../screen/confirm-write-dialog.tsx';
import { errorMessage } from '../../ui/error-message.ts';
import { TextField } from '../../ui/field.tsx';
import { toastSuccess } from '../../ui/toast.tsx';
import { ValidatedFormDialog } from '../screen/validated-form-dialog.tsx';

const { refused, ...countTexts } = t.counts;

/** The numbers of records found, in the order of their texts; zeros are left out. */
function countsOf({ counts, accounts, mentions, published, doNotContact }: PersonData): string[] {
  const totals: Record<keyof typeof countTexts, number> = {
    ...counts,
    accounts: accounts.length,
    mentions: countPersonMentions(mentions),
    published: countPersonMentions(published),
  };
  const found = (Object.keys(countTexts) as (keyof typeof countTexts)[]).filter((name) => totals[name] > 0);
  const lines = found.map((name) => countTexts[name](totals[name]));
  return doNotContact.length > 0 ? [...lines, refused] : lines;
}

interface PersonSearchResultProps {
  contacts: string[];
  person: PersonData;
  /** called to search again, with these contacts */
  onChanged: (contacts: string[]) => void;
  onErased: (erased: PersonErasureResult) => void;
}

export function PersonSearchResult({ contacts, person, onChanged, onErased }: PersonSearchResultProps) {
  const { name: agency, timeZone } = useAgency();
  const [open, setOpen] = useState<'correct' | 'erase'>();
  const named = contacts.join(t.and);
  if (isPersonDataEmpty(person)) return <p>{t.nothing(named)}</p>;
  const addresses = new Set(person.leads.map(({ email }) => email.toLowerCase()));
  const file = `${t.fileName}-${todayIn(timeZone)}`;
  async function save(text: string, type: string, extension: string): Promise<void> {
    const { error } = await browserClient().rpc('record_person_export');
    if (error) return showError(error, 'person-export');
    saveFile(new Blob([text], { type: `${type};charset=utf-8` }), `${file}.${extension}`);
  }
  return (
    <>
      <h3>{t.found(named)}</h3>
      <ul className={classNames('stack buoys gap-10', screenStyles.consequences)}>
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
            <span className="small muted">{t.lead(formatLongDate(lead.created_at, timeZone))}</span>
            {lead.message && <p className="pre-wrap">{lead.message}</p>}
          </li>
        ))}
      </ul>
      {person.counts.leads > person.leads.length && <p>{t.more(person.counts.leads)}</p>}
      <ReceivedMails person={person} />
      <div className="cluster">
        <Button
          icon="download"
          onClick={() =>
            void save(
              renderPersonDataPage(person, agency, formatCalendarDay(todayIn(timeZone))),
              'text/html',
              'html',
            )
          }
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

const most = 5;

/** The newest mails of a person; the exported page has up to 500. */
function ReceivedMails({ person }: { person: PersonData }) {
  const { timeZone } = useAgency();
  const total = person.counts.mails;
  if (total === 0) return null;
  return (
    <>
      <h4 className="text-17 font-bold">{t.mails(total)}</h4>
      <ul>
        {person.mails.slice(0, most).map((mail) => (
          <li className="grid gap-6 py-16 hair-top" key={mail.id}>
            <b>{mail.subject || t.noSubject}</b>
            <span className="small muted">
              {t.mail(mail.from_address, formatLongDate(mail.received_at, timeZone))}
            </span>
          </li>
        ))}
      </ul>
      {total > most && <p>{t.moreMails(most)}</p>}
    </>
  );
}

interface ErasePersonProps {
  contacts: string[];
  person: PersonData;
  onErased: (erased: PersonErasureResult) => void;
  onClose: () => void;
}

function ErasePerson({ contacts, person, onErased, onClose }: ErasePersonProps) {
  return (
    <ConfirmWriteDialog
      busyText={t.erasure.busy}
      id="erase-person"
      onClose={onClose}
      onDone={onErased}
      queryKeys={['leads', 'overview', 'privacy', 'feedback']}
      title={t.erasure.title(contacts.join(t.and))}
      write={() => erasePerson(contacts)}
      yes={t.erasure.yes}
    >
      <ul className={classNames('stack buoys gap-10', screenStyles.consequences)}>
        <li>{t.erasure.leads(person.counts.leads)}</li>
        <li>{t.erasure.messages(person.counts.messages)}</li>
        <li>{t.erasure.others}</li>
        <li>{t.erasure.backups}</li>
      </ul>
      <p>{t.erasure.final}</p>
    </ConfirmWriteDialog>
  );
}

const fields = ['name', 'email', 'phone', 'company'] as const;
/** Messages for values that the table's checks refuse. */
const rejected = { 23514: t.correction.errors.rejected, 22023: t.correction.errors.empty };

interface CorrectPersonProps {
  contacts: string[];
  /** called with the contacts with which the person can now be found */
  onCorrected: (contacts: string[]) => void;
  onClose: () => void;
}

function CorrectPerson({ contacts, onCorrected, onClose }: CorrectPersonProps) {
  return (
    <ValidatedFormDialog
      check={(values) => ({
        form: Object.values(values).some(Boolean) ? undefined : t.correction.errors.empty,
      })}
      first={{ name: '', email: '', phone: '', company: '' }}
      id="correct-person"
      onClose={onClose}
      write={(values) => {
        const changes = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
        return callDatabaseFunction('correct_person', { contacts, ...changes });
      }}
      onSaved={(total, { email }) => {
        toastSuccess({ title: t.correction.saved(total) });
        onCorrected([...new Set(email === '' ? contacts : [...contacts, email])]);
      }}
      problemsOf={(error) => ({ form: errorMessage(error, rejected) })}
      queryKeys={['leads', 'overview']}
      record={contacts.join()}
      submitText={t.correction.submit}
      title={t.correction.title}
    >
      {(field) => (
        <>
          <p className="muted">{t.correction.hint}</p>
          {fields.map((name) => (
            <TextField {...field(name)} autoComplete="off" key={name} label={t.correction[name]} />
          ))}
        </>
      )}
    </ValidatedFormDialog>
  );
}
