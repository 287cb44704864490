// An internal note or event in a lead's thread, with its edit form, its delete dialog.
import { useAgency } from '../../../agency/use-agency.ts';
import { deleteRow } from '../../../data/delete-row.ts';
import { useRef, useState } from 'react';
import { useIsOwner } from '../../../auth/session/roles.ts';
import { useSignedInSession } from '../../../auth/session/session-store.ts';
import { RichText } from '../../../texts/rich-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { assigneeTexts } from '../inbox-texts.ts';
import { Icon } from '../../../ui/icon.tsx';
import { lazyComponent } from '../../../ui/lazy-component.ts';
import { useAssignableAccounts } from '../leads/use-assignable-accounts.ts';
import { MutedTime } from '../../screen/shown-times.tsx';
import { formatDateTime } from '../../../ui/format-values.ts';
import { leadTitleId } from '../leads/list-position.tsx';
import type { Lead } from '../read-leads-page.ts';
import styles from './thread.module.css';
import { splitAtMentions } from './find-mention.ts';
import { notesTexts as t } from './thread-texts.ts';
import type { LeadNote } from './use-lead-notes.ts';
import { ConfirmWriteDialog } from '../../screen/confirm-write-dialog.tsx';
import { useAnnounce } from '../announcer.tsx';

const NoteForm = lazyComponent(async () => ({ default: (await import('./note-form.tsx')).NoteForm }));

/** Shown between the messages, with a different colour and label, to avoid confusion. An event is one line. */
export function ThreadNoteItem({ lead, note }: { lead: Lead; note: LeadNote }) {
  const { id: me } = useSignedInSession().user;
  const isOwner = useIsOwner();
  const isMine = note.author_id === me;
  const { data: colleagues } = useAssignableAccounts();
  const [doing, setDoing] = useState<'edit' | 'delete' | null>(null);
  const entry = useRef<HTMLLIElement>(null);
  const { timeZone } = useAgency();
  const at = formatDateTime(note.created_at, timeZone);
  const nameOf = (account: string | null) =>
    account === me
      ? assigneeTexts.me
      : (colleagues?.find(({ id }) => id === account)?.name ?? assigneeTexts.former);
  const names = (colleagues ?? []).flatMap(({ id, name }) => (note.mentions.includes(id) ? [name] : []));
  const unnamed = note.mentions.filter(
    (account) => !colleagues?.some(({ id, name }) => id === account && note.note.includes(`@${name}`)),
  );

  /** Closes the edit form and focuses the note, because the Edit button that had the focus no longer exists. */
  function endEdit(): void {
    setDoing(null);
    entry.current?.focus({ preventScroll: true });
  }

  const by = colleagues && note.author_id !== null && (
    <span className="small muted">{t.by(nameOf(note.author_id))}</span>
  );
  if (note.is_event)
    return (
      <li className={styles.event}>
        <Icon name="clock" />
        <p>
          <span>{note.note}</span> <span>{by}</span> <MutedTime timestamp={note.created_at} withTime />
        </p>
      </li>
    );
  return (
    <li className={styles.entry} data-from="note" ref={entry} tabIndex={-1}>
      <p className={styles.head}>
        <strong>{t.word}</strong>
        {by}
        <MutedTime timestamp={note.created_at} withTime />
        {note.edited_at !== null && (
          <span className="small muted">{t.edited(formatDateTime(note.edited_at, timeZone))}</span>
        )}
      </p>
      {doing === 'edit' ? (
        <NoteForm lead={lead} note={note} onDone={endEdit} />
      ) : (
        <>
          <p className={styles.text}>
            {splitAtMentions(note.note, names).map((part, place) =>
              part.isMention ? (
                <strong key={place}>{part.text}</strong>
              ) : (
                <span key={place}>{part.text}</span>
              ),
            )}
          </p>
          {colleagues && unnamed.length > 0 && (
            <p className="small muted">{t.mentions(unnamed.map(nameOf).join(', '))}</p>
          )}
          {(isMine || isOwner) && (
            <div className={styles.noteActions}>
              {isMine && (
                <Button onClick={() => setDoing('edit')} variant="ghost">
                  <RichText text={t.edit(at)} />
                </Button>
              )}
              <Button onClick={() => setDoing('delete')} variant="ghost">
                <RichText text={t.remove(at)} />
              </Button>
            </div>
          )}
        </>
      )}
      {doing === 'delete' && <DeleteNote lead={lead} note={note} onClose={() => setDoing(null)} />}
    </li>
  );
}

/** Asks for confirmation, because notes have no trash. */
function DeleteNote({ lead, note, onClose }: { lead: Lead; note: LeadNote; onClose: () => void }) {
  const announce = useAnnounce();
  return (
    <ConfirmWriteDialog
      busyText={t.removing}
      id={`delete-note-${note.id}`}
      onClose={onClose}
      onDone={() => {
        announce(t.removed);
        document.querySelector<HTMLElement>(`#${leadTitleId(lead.id)}`)?.focus({ preventScroll: true });
      }}
      queryKeys={['leads']}
      title={t.removeTitle}
      write={() => deleteRow('lead_notes', note.id)}
      yes={t.removeYes}
    >
      <p>{t.removeText}</p>
    </ConfirmWriteDialog>
  );
}
