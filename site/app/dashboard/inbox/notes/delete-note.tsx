import { browserClient } from '../../../data/browser-client.ts';
import { useWrite } from '../../../data/use-write.ts';
import { ConfirmDialog } from '../../screen/confirm-dialog.tsx';
import { showError } from '../../screen/show-error.ts';
import { useAnnounce } from '../announcer.tsx';
import { notesTexts as t } from './notes-texts.ts';
import type { LeadNote } from './use-notes.ts';

async function deleteNote(id: string): Promise<void> {
  await browserClient().from('lead_notes').delete().eq('id', id).throwOnError();
}

/** Asks first: a note has no trash. */
export function DeleteNote({
  note,
  onDone,
  onClose,
}: {
  note: LeadNote;
  onDone: () => void;
  onClose: () => void;
}) {
  const announce = useAnnounce();
  const remove = useWrite(deleteNote, ['leads'], {
    onSuccess() {
      announce(t.removed);
      onDone();
    },
    onError: (error) => showError(error, `note-${note.id}`),
  });
  return (
    <ConfirmDialog
      busy={remove.isPending}
      busyText={t.removing}
      id={`delete-note-${note.id}`}
      onClose={onClose}
      onYes={() => remove.mutate(note.id)}
      title={t.removeTitle}
      yes={t.removeYes}
    >
      <p>{t.removeText}</p>
    </ConfirmDialog>
  );
}
