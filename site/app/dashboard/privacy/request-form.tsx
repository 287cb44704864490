import { useState } from 'react';
import { useWrite } from '../../data/use-write.ts';
import { errorMessage } from '../../ui/error-message.ts';
import { FieldError, SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { toastSuccess } from '../../ui/toast.tsx';
import { OpenDialog } from '../screen/open-dialog.tsx';
import { today } from './format-day.ts';
import { privacyTexts } from './privacy-texts.ts';
import { addRequest, privacyKey, type NewRequest } from './read-registers.ts';

const t = privacyTexts.requestForm;
const kinds = privacyTexts.requests.kinds;
const id = 'privacy-request';

export function RequestForm({ onClose }: { onClose: () => void }) {
  const [request, setRequest] = useState<NewRequest>({
    kind: 'access',
    contact: '',
    received_on: today(),
    note: null,
  });
  const [tried, setTried] = useState(false);
  const save = useWrite(addRequest, [privacyKey], {
    onSuccess() {
      toastSuccess({ title: privacyTexts.requests.saved, form: id });
      onClose();
    },
  });
  const hasContact = request.contact.trim() !== '';
  const hasDate = request.received_on !== '' && request.received_on <= today();

  function submit(): void {
    setTried(true);
    if (hasContact && hasDate && !save.isPending) save.mutate(request);
    else document.querySelector<HTMLElement>(`#${id} [name=${hasContact ? 'received' : 'contact'}]`)?.focus();
  }

  return (
    <OpenDialog
      busyText={t.busy}
      id={id}
      isBusy={save.isPending}
      onClose={onClose}
      onSubmit={submit}
      submitText={t.submit}
      title={t.title}
    >
      <SelectField
        label={t.kind}
        name="kind"
        onChange={(event) => setRequest({ ...request, kind: event.target.value })}
        value={request.kind}
      >
        {Object.entries(kinds).map(([kind, label]) => (
          <option key={kind} value={kind}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextField
        autoComplete="off"
        error={tried && !hasContact ? t.errors.contact : undefined}
        label={t.contact}
        maxLength={255}
        name="contact"
        onChange={(event) => setRequest({ ...request, contact: event.target.value })}
        value={request.contact}
      />
      <TextField
        error={tried && !hasDate ? t.errors.date : undefined}
        label={t.received}
        max={today()}
        name="received"
        onChange={(event) => setRequest({ ...request, received_on: event.target.value })}
        type="date"
        value={request.received_on}
      />
      <TextArea
        label={t.note}
        maxLength={2000}
        name="note"
        onChange={(event) => setRequest({ ...request, note: event.target.value })}
        optional
        rows={3}
        value={request.note ?? ''}
      />
      <div role="alert">{save.error && <FieldError text={errorMessage(save.error)} />}</div>
    </OpenDialog>
  );
}
