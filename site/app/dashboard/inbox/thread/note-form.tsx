// The form that creates or edits an internal note of a lead, with mentions of colleagues.
import { useState, type FormEvent } from 'react';
import { useSignedInSession } from '../../../auth/session/session-store.ts';
import { browserClient } from '../../../data/browser-client.ts';
import { useWriteMutation } from '../../screen/use-write-mutation.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import screenStyles from '../../screen/screen.module.css';
import { useStoredDraft } from '../../screen/use-stored-draft.ts';
import { useAnnounce } from '../announcer.tsx';
import { useAssignableAccounts } from '../leads/use-assignable-accounts.ts';
import type { Lead } from '../read-leads-page.ts';
import { MentionField } from './mention-field.tsx';
import { notesTexts as t } from './thread-texts.ts';
import styles from './notes.module.css';
import type { LeadNote } from './use-lead-notes.ts';
import { inboxTexts } from '../inbox-texts.ts';

interface NoteText {
  note: string;
  mentions: string[];
}

/** A note for colleagues; those mentioned get an email and a mark. With `note`, it edits that one. */
export function NoteForm({ lead, note, onDone }: { lead: Lead; note?: LeadNote; onDone?: () => void }) {
  const { id: me } = useSignedInSession().user;
  const others = (useAssignableAccounts().data ?? []).filter(({ id }) => id !== me);
  const { value, change, drop } = useStoredDraft<NoteText>(`note:${note?.id ?? lead.id}`, {
    note: note?.note ?? '',
    mentions: note?.mentions ?? [],
  });
  const { note: text, mentions } = value;
  const [error, setError] = useState<string>();
  const announce = useAnnounce();

  async function saveNote(saved: NoteText): Promise<void> {
    const table = browserClient().from('lead_notes');
    const write = note ? table.update(saved).eq('id', note.id) : table.insert({ ...saved, lead_id: lead.id });
    await write.throwOnError();
  }

  const save = useWriteMutation(saveNote, ['leads'], {
    waits: note !== undefined,
    onSuccess() {
      announce(t.saved(lead.name));
      drop();
    },
    form: `note-${note?.id ?? lead.id}`,
    about: inboxTexts.toastFor(lead.name),
  });

  /**
   * Removes the mention of a colleague whose name was deleted from the text. Mentions by a check box have no name in
   * the text and stay.
   */
  function changeText(next: string): void {
    const taken = others.filter(({ name }) => text.includes(`@${name}`) && !next.includes(`@${name}`));
    change({ note: next, mentions: mentions.filter((id) => taken.every((one) => one.id !== id)) });
  }

  function cancel(): void {
    drop();
    onDone?.();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    setError(text.trim() === '' ? t.empty : undefined);
    if (text.trim() === '' || save.isPending) return;
    save.mutate(value, { onSuccess: () => onDone?.() });
  }

  return (
    <form className="stack gap-8 min-w-0" noValidate onSubmit={submit}>
      <MentionField
        colleagues={others}
        error={error}
        label={note ? t.editLabel : t.label(lead.name)}
        onChange={changeText}
        onMention={({ id }, next) => change({ note: next, mentions: [...new Set([...mentions, id])] })}
        takesFocus={note !== undefined}
        text={text}
      />
      {others.length > 0 && (
        <details className={screenStyles.disclosure}>
          <summary>
            {t.mention}
            <Icon name="chevron-down" />
          </summary>
          <fieldset className={styles.colleagues}>
            <legend className="sr-only">{t.mention}</legend>
            {others.map(({ id, name }) => (
              <label className="check-field" key={id}>
                <input
                  checked={mentions.includes(id)}
                  onChange={({ target }) =>
                    change({
                      note: text,
                      mentions: target.checked ? [...mentions, id] : mentions.filter((one) => one !== id),
                    })
                  }
                  type="checkbox"
                />
                <span>{name}</span>
              </label>
            ))}
          </fieldset>
        </details>
      )}
      <div className="cluster">
        <Button busy={save.isPending} type="submit" variant="secondary">
          {t.save}
        </Button>
        {onDone && (
          <Button onClick={cancel} variant="ghost">
            {t.cancel}
          </Button>
        )}
      </div>
    </form>
  );
}
