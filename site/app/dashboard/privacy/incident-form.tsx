import { SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { toastSuccess } from '../../ui/toast.tsx';
import { FormDialog } from '../screen/form-dialog.tsx';
import { today } from './format-day.ts';
import { privacyTexts } from './privacy-texts.ts';
import { privacyKey, saveIncident, type Incident } from './read-registers.ts';

const t = privacyTexts.incidentForm;

function firstOf(incident: Incident | undefined) {
  const { noticed_on = today(), what = '', whose = '', risk = '', told, told_on } = incident ?? {};
  const is_serious = incident?.is_serious ? 'yes' : 'no';
  return { noticed_on, what, whose, is_serious, risk, told: told ?? '', told_on: told_on ?? '' };
}

function dayProblem(day: string): string | undefined {
  return day === '' || day > today() ? t.errors.date : undefined;
}

function check({ noticed_on, what, whose, risk, told, told_on }: ReturnType<typeof firstOf>) {
  const required = (text: string) => (text === '' ? t.errors.required : undefined);
  const isHalf = (told === '') !== (told_on === '');
  return {
    noticed_on: dayProblem(noticed_on),
    what: required(what),
    whose: required(whose),
    risk: required(risk),
    told: isHalf ? t.errors.told : undefined,
    told_on: isHalf || told_on === '' ? undefined : dayProblem(told_on),
  };
}

export function IncidentForm({ incident, onClose }: { incident: Incident | undefined; onClose: () => void }) {
  return (
    <FormDialog
      busyText={t.busy}
      check={check}
      first={firstOf(incident)}
      id="privacy-incident"
      onClose={onClose}
      onSaved={() => toastSuccess({ title: privacyTexts.incidents.saved })}
      queryKeys={[privacyKey]}
      record={incident?.id}
      submitText={t.submit}
      title={incident ? t.edit : t.add}
      write={({ is_serious, told, told_on, ...values }) =>
        saveIncident({
          ...values,
          id: incident?.id,
          is_serious: is_serious === 'yes',
          told: told || null,
          told_on: told_on || null,
        })
      }
    >
      {(field) => (
        <>
          <TextField {...field('noticed_on')} label={t.noticed} max={today()} type="date" />
          <TextArea {...field('what')} label={t.what} maxLength={4000} rows={3} />
          <TextArea {...field('whose')} label={t.whose} maxLength={2000} rows={3} />
          <SelectField {...field('is_serious')} label={t.serious}>
            <option value="no">{t.no}</option>
            <option value="yes">{t.yes}</option>
          </SelectField>
          <TextArea {...field('risk')} label={t.risk} maxLength={2000} rows={3} />
          <TextArea {...field('told')} label={t.told} maxLength={2000} optional rows={2} />
          <TextField {...field('told_on')} label={t.toldOn} max={today()} optional type="date" />
        </>
      )}
    </FormDialog>
  );
}
