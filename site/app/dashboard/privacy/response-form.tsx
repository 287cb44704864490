import { useState } from 'react';
import { useWrite } from '../../data/use-write.ts';
import { errorMessage } from '../../ui/error-message.ts';
import { FieldError, TextArea, TextField } from '../../ui/field.tsx';
import { toastSuccess } from '../../ui/toast.tsx';
import { OpenDialog } from '../screen/open-dialog.tsx';
import { today } from './format-day.ts';
import { privacyTexts } from './privacy-texts.ts';
import { respondToRequest, privacyKey, type PrivacyRequest } from './read-registers.ts';

const t = privacyTexts.answerForm;
const id = 'privacy-answer';

export function ResponseForm({ request, onClose }: { request: PrivacyRequest; onClose: () => void }) {
  const [doneOn, setDoneOn] = useState(today());
  const [response, setResponse] = useState('');
  const [tried, setTried] = useState(false);
  const save = useWrite(respondToRequest, [privacyKey], {
    onSuccess() {
      toastSuccess({ title: privacyTexts.requests.saved, form: id });
      onClose();
    },
  });
  const hasDate = doneOn >= request.received_on && doneOn <= today();
  const hasResponse = response.trim() !== '';

  function submit(): void {
    setTried(true);
    if (hasDate && hasResponse && !save.isPending)
      save.mutate({ id: request.id, done_on: doneOn, response: response.trim() });
    else document.querySelector<HTMLElement>(`#${id} [name=${hasDate ? 'response' : 'done'}]`)?.focus();
  }

  return (
    <OpenDialog
      busyText={privacyTexts.requestForm.busy}
      id={id}
      isBusy={save.isPending}
      onClose={onClose}
      onSubmit={submit}
      submitText={t.submit}
      title={t.title}
    >
      <TextField
        error={tried && !hasDate ? t.errors.date : undefined}
        label={t.done}
        max={today()}
        min={request.received_on}
        name="done"
        onChange={(event) => setDoneOn(event.target.value)}
        type="date"
        value={doneOn}
      />
      <TextArea
        error={tried && !hasResponse ? t.errors.response : undefined}
        label={t.response}
        maxLength={4000}
        name="response"
        onChange={(event) => setResponse(event.target.value)}
        rows={4}
        value={response}
      />
      <div role="alert">{save.error && <FieldError text={errorMessage(save.error)} />}</div>
    </OpenDialog>
  );
}
