import { formatDay } from './format-day.ts';
import { personTexts as t } from './person-texts.ts';
import type { Person } from './read-person.ts';

const most = 5;

/** The newest mails of a person; what is handed out has up to 500. */
export function ReceivedMails({ person }: { person: Person }) {
  const total = person.counts.mails;
  if (total === 0) return null;
  return (
    <>
      <h4 className="text-17 font-bold">{t.mails(total)}</h4>
      <ul>
        {person.mails.slice(0, most).map((mail) => (
          <li className="grid gap-6 py-16 hair-top" key={mail.id}>
            <b>{mail.subject || t.noSubject}</b>
            <span className="small muted">{t.mail(mail.from_address, formatDay(mail.received_at))}</span>
          </li>
        ))}
      </ul>
      {total > most && <p>{t.moreMails(most)}</p>}
    </>
  );
}
