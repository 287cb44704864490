// The dialog that creates, edits or deletes a canned reply.
import { deleteRow } from '../../../data/delete-row.ts';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { errorMessage } from '../../../ui/error-message.ts';
import { TextAreaField, TextField } from '../../../ui/field.tsx';
import { toastSuccess } from '../../../ui/toast.tsx';
import { ConfirmWriteDialog } from '../../screen/confirm-write-dialog.tsx';
import { ValidatedFormDialog } from '../../screen/validated-form-dialog.tsx';
import {
  cannedRepliesQueryName,
  saveCannedReply,
  type CannedReply,
  cannedReplyPlaceholders,
} from './canned-replies.ts';
import { cannedTexts } from './canned-texts.ts';

const t = cannedTexts.dialog;
const id = 'edit-canned-reply';
/** The SQLSTATE if the name is already used. */
const uniqueViolation = '23505';

interface EditCannedReplyDialogProps {
  reply: CannedReply | null;
  onClose: () => void;
}

/** Edits a canned reply; null creates a new one. */
export function EditCannedReplyDialog({ reply, onClose }: EditCannedReplyDialogProps) {
  const [asksToDelete, setAsksToDelete] = useState(false);
  return (
    <ValidatedFormDialog
      check={({ name, body }) => ({
        name: name === '' ? t.nameMissing : undefined,
        body: body === '' ? t.bodyMissing : undefined,
      })}
      first={{ name: reply?.name ?? '', body: reply?.body ?? '' }}
      id={id}
      onClose={onClose}
      onSaved={() => toastSuccess({ title: t.saved })}
      problemsOf={(error) =>
        (error as { code?: string }).code === uniqueViolation
          ? { name: t.taken }
          : { form: errorMessage(error) }
      }
      queryKeys={[cannedRepliesQueryName]}
      record={reply?.id}
      submitText={t.save}
      title={reply ? t.editTitle : t.addTitle}
      unsaved={t.unsaved}
      write={(values) => saveCannedReply({ ...(reply ? { id: reply.id } : {}), ...values })}
    >
      {(field) => (
        <>
          <TextField
            autoComplete="off"
            hint={t.nameHint}
            label={t.name}
            maxLength={80}
            required
            {...field('name')}
          />
          <TextAreaField
            hint={t.bodyHint(cannedReplyPlaceholders.join(', '))}
            label={t.body}
            maxLength={5000}
            required
            rows={7}
            {...field('body')}
          />
          {reply && (
            <div>
              <Button icon="trash" onClick={() => setAsksToDelete(true)} variant="danger">
                {t.remove}
              </Button>
            </div>
          )}
          {reply && asksToDelete && (
            <ConfirmWriteDialog
              busyText={t.removing}
              done={t.removed}
              id="delete-canned-reply"
              onClose={() => setAsksToDelete(false)}
              // closes the form like its Cancel button, so that its draft is dropped
              onDone={() => document.querySelector<HTMLDialogElement>(`#${id}`)?.close()}
              queryKeys={[cannedRepliesQueryName]}
              title={t.removeTitle(reply.name)}
              write={() => deleteRow('canned_replies', reply.id)}
              yes={t.remove}
            >
              <p>{t.removeText}</p>
            </ConfirmWriteDialog>
          )}
        </>
      )}
    </ValidatedFormDialog>
  );
}
