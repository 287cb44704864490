// The dialog that creates, edits or deletes a canned reply.
import { deleteRow } from '../../../data/delete-row.ts';
import { useState } from 'react';
import { useWriteMutation } from '../../screen/use-write-mutation.ts';
import { Button } from '../../../ui/button.tsx';
import { errorMessage } from '../../../ui/error-message.ts';
import { TextAreaField, TextField } from '../../../ui/field.tsx';
import { ConfirmDialog } from '../../screen/confirm-dialog.tsx';
import { SubmitDialog } from '../../screen/submit-dialog.tsx';
import { useStoredDraft } from '../../screen/use-stored-draft.ts';
import {
  cannedRepliesQueryName,
  saveCannedReply,
  type CannedReply,
  cannedReplyPlaceholders,
} from './canned-replies.ts';
import { cannedTexts } from './canned-texts.ts';

const t = cannedTexts.dialog;
const form = 'canned-reply';
/** The SQLSTATE if the name is already used. */
const uniqueViolation = '23505';

/** Edits a canned reply; null creates a new one. */
export function EditCannedReplyDialog({
  reply,
  onClose,
}: {
  reply: CannedReply | null;
  onClose: () => void;
}) {
  const kept = useStoredDraft(`canned:${reply?.id ?? 'new'}`, {
    name: reply?.name ?? '',
    body: reply?.body ?? '',
  });
  const { name, body } = kept.value;
  const [problem, setProblem] = useState<string>();
  const [asksToDelete, setAsksToDelete] = useState(false);
  const save = useWriteMutation(saveCannedReply, [cannedRepliesQueryName], {
    waits: true,
    form,
    done: t.saved,
    onError: (error) => setProblem(errorMessage(error, { [uniqueViolation]: t.taken })),
  });
  const removal = useWriteMutation(
    (id: string) => deleteRow('canned_replies', id),
    [cannedRepliesQueryName],
    {
      waits: true,
      form,
      done: t.removed,
    },
  );

  function close(): void {
    kept.drop();
    onClose();
  }

  function submit(): void {
    const isWhole = name.trim() !== '' && body.trim() !== '';
    setProblem(isWhole ? undefined : t.missing);
    if (!isWhole || save.isPending) return;
    save.mutate({ ...(reply ? { id: reply.id } : {}), name, body }, { onSuccess: close });
  }

  return (
    <SubmitDialog
      busyText={t.busy}
      id="edit-canned-reply"
      isBusy={save.isPending}
      onClose={close}
      onSubmit={submit}
      submitText={t.save}
      title={reply ? t.editTitle : t.addTitle}
      unsaved={kept.isChanged && !save.isSuccess ? t.unsaved : undefined}
    >
      <TextField
        error={problem}
        hint={t.nameHint}
        label={t.name}
        maxLength={80}
        name="canned-name"
        onChange={({ target }) => kept.change((now) => ({ ...now, name: target.value }))}
        required
        value={name}
      />
      <TextAreaField
        hint={t.bodyHint(cannedReplyPlaceholders.join(', '))}
        label={t.body}
        maxLength={5000}
        name="canned-body"
        onChange={({ target }) => kept.change((now) => ({ ...now, body: target.value }))}
        required
        rows={7}
        value={body}
      />
      {reply && (
        <div>
          <Button icon="trash" onClick={() => setAsksToDelete(true)} variant="danger">
            {t.remove}
          </Button>
        </div>
      )}
      {reply && asksToDelete && (
        <ConfirmDialog
          busy={removal.isPending}
          busyText={t.removing}
          id="delete-canned-reply"
          onClose={() => setAsksToDelete(false)}
          onYes={() => removal.mutate(reply.id, { onSuccess: close })}
          title={t.removeTitle(reply.name)}
          yes={t.remove}
        >
          <p>{t.removeText}</p>
        </ConfirmDialog>
      )}
    </SubmitDialog>
  );
}
