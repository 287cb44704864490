import { useState, type FormEvent } from 'react';
import { useSignedIn } from '../../../auth/session/session-store.ts';
import { browserClient } from '../../../data/browser-client.ts';
import { useWrite } from '../../../data/use-write.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { showError } from '../../screen/show-error.ts';
import { useAnnounce } from '../announcer.tsx';
import { useColleagues } from '../assignee/use-colleagues.ts';
import type { Lead } from '../read-lead-page.ts';
import { notesTexts as t } from './notes-texts.ts';
import styles from './notes.module.css';

interface NewNote {
  lead_id: string;
  note: string;
  mentions: string[];
}

async function saveNote(note: NewNote): Promise<void> {
  await browserClient().from('lead_notes').insert(note).throwOnError();
}

/** For colleagues alone; whom it mentions gets an email and a mark. */
export function NoteForm({ lead }: { lead: Lead }) {
  const { id: me } = useSignedIn().user;
  const others = (useColleagues().data ?? []).filter(({ id }) => id !== me);
  const [text, setText] = useState('');
  const [mentions, setMentions] = useState<readonly string[]>([]);
  const [error, setError] = useState<string>();
  const announce = useAnnounce();
  const save = useWrite(saveNote, ['leads'], {
    onSuccess() {
      setText('');
      setMentions([]);
      announce(t.saved(lead.name));
    },
    onError: (problem) => showError(problem, `note-${lead.id}`),
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    setError(text.trim() === '' ? t.empty : undefined);
    if (text.trim() === '' || save.isPending) return;
    save.mutate({ lead_id: lead.id, note: text, mentions: [...mentions] });
  }

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <TextArea
        aria-label={t.label(lead.name)}
        error={error}
        hint={t.hint}
        label={t.shortLabel}
        maxLength={10_000}
        name="note"
        onChange={(event) => setText(event.target.value)}
        rows={2}
        value={text}
      />
      {others.length > 0 && (
        <details>
          <summary>{t.mention}</summary>
          <fieldset className={styles.colleagues}>
            <legend className="sr-only">{t.mention}</legend>
            {others.map(({ id, name }) => (
              <label className="check-field" key={id}>
                <input
                  checked={mentions.includes(id)}
                  onChange={({ target }) =>
                    setMentions(target.checked ? [...mentions, id] : mentions.filter((one) => one !== id))
                  }
                  type="checkbox"
                />
                {name}
              </label>
            ))}
          </fieldset>
        </details>
      )}
      <Button busy={save.isPending} busyText={t.busy} type="submit" variant="secondary">
        {t.save}
      </Button>
    </form>
  );
}
