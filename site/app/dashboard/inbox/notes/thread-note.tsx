import { useSignedIn } from '../../../auth/session/session-store.ts';
import { assigneeTexts } from '../assignee/assignee-texts.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useColleagues } from '../assignee/use-colleagues.ts';
import { LeadTime } from '../lead-time.tsx';
import styles from '../thread/thread.module.css';
import { notesTexts as t } from './notes-texts.ts';
import type { LeadNote } from './use-notes.ts';

/** Between the messages, in its own colour and with its own word: nobody takes it for one of them. An event is a line. */
export function ThreadNote({ note }: { note: LeadNote }) {
  const { id: me } = useSignedIn().user;
  const { data: colleagues } = useColleagues();
  const nameOf = (account: string | null) =>
    account === me
      ? assigneeTexts.me
      : (colleagues?.find(({ id }) => id === account)?.name ?? assigneeTexts.former);
  const by = colleagues && note.author_id !== null && (
    <span className="small muted">{t.by(nameOf(note.author_id))}</span>
  );
  if (note.is_event)
    return (
      <li className={styles.event}>
        <Icon name="clock" />
        <p>
          {note.note} {by} <LeadTime timestamp={note.created_at} withTime />
        </p>
      </li>
    );
  return (
    <li className={styles.entry} data-from="note">
      <p className={styles.head}>
        <strong>{t.word}</strong>
        {by}
        <LeadTime timestamp={note.created_at} withTime />
      </p>
      <p className={styles.text}>{note.note}</p>
      {colleagues && note.mentions.length > 0 && (
        <p className="small muted">{t.mentions(note.mentions.map(nameOf).join(', '))}</p>
      )}
    </li>
  );
}
