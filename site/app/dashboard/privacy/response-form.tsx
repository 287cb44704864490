import { TextArea, TextField } from '../../ui/field.tsx';
import { toastSuccess } from '../../ui/toast.tsx';
import { FormDialog } from '../screen/form-dialog.tsx';
import { today } from './format-day.ts';
import { privacyTexts } from './privacy-texts.ts';
import { respondToRequest, privacyKey, type PrivacyRequest } from './read-registers.ts';

const t = privacyTexts.answerForm;

export function ResponseForm({ request, onClose }: { request: PrivacyRequest; onClose: () => void }) {
  const { id, received_on: received } = request;
  return (
    <FormDialog
      busyText={privacyTexts.requestForm.busy}
      check={({ done_on: done, response }) => ({
        done_on: done < received || done > today() ? t.errors.date : undefined,
        response: response === '' ? t.errors.response : undefined,
      })}
      first={{ done_on: today(), response: '' }}
      id="privacy-answer"
      onClose={onClose}
      onSaved={() => toastSuccess({ title: privacyTexts.requests.saved })}
      queryKeys={[privacyKey]}
      record={id}
      submitText={t.submit}
      title={t.title}
      write={(values) => respondToRequest({ id, ...values })}
    >
      {(field) => (
        <>
          <TextField {...field('done_on')} label={t.done} max={today()} min={received} type="date" />
          <TextArea {...field('response')} label={t.response} maxLength={4000} rows={4} />
        </>
      )}
    </FormDialog>
  );
}
