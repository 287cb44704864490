import { SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { toastSuccess } from '../../ui/toast.tsx';
import { FormDialog } from '../screen/form-dialog.tsx';
import { today } from './format-day.ts';
import { privacyTexts } from './privacy-texts.ts';
import { addRequest, privacyKey } from './read-registers.ts';

const t = privacyTexts.requestForm;
const { kinds, saved } = privacyTexts.requests;

export function RequestForm({ onClose }: { onClose: () => void }) {
  return (
    <FormDialog
      busyText={t.busy}
      check={({ contact, received_on: received }) => ({
        contact: contact === '' ? t.errors.contact : undefined,
        received_on: received === '' || received > today() ? t.errors.date : undefined,
      })}
      first={{ kind: 'access', contact: '', received_on: today(), note: '' }}
      id="privacy-request"
      onClose={onClose}
      onSaved={() => toastSuccess({ title: saved })}
      queryKeys={[privacyKey]}
      submitText={t.submit}
      title={t.title}
      write={({ note, ...request }) => addRequest({ ...request, note: note || null })}
    >
      {(field) => (
        <>
          <SelectField {...field('kind')} label={t.kind}>
            {Object.entries(kinds).map(([kind, label]) => (
              <option key={kind} value={kind}>
                {label}
              </option>
            ))}
          </SelectField>
          <TextField {...field('contact')} autoComplete="off" label={t.contact} maxLength={255} />
          <TextField {...field('received_on')} label={t.received} max={today()} type="date" />
          <TextArea {...field('note')} label={t.note} maxLength={2000} optional rows={3} />
        </>
      )}
    </FormDialog>
  );
}
