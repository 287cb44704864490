import { useState, type ChangeEvent } from 'react';
import { useWrite } from '../../data/use-write.ts';
import { errorMessage } from '../../ui/error-message.ts';
import { FieldError, SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { toastSuccess } from '../../ui/toast.tsx';
import { OpenDialog } from '../screen/open-dialog.tsx';
import { today } from './format-day.ts';
import { privacyTexts } from './privacy-texts.ts';
import { privacyKey, saveIncident, type Incident, type NewIncident } from './read-registers.ts';

const t = privacyTexts.incidentForm;
const id = 'privacy-incident';
type Name = 'what' | 'whose' | 'risk';
const lengths: Record<Name, number> = { what: 4000, whose: 2000, risk: 2000 };

function startOf(incident: Incident | undefined): NewIncident {
  const start = {
    noticed_on: today(),
    what: '',
    whose: '',
    is_serious: false,
    risk: '',
    told: null,
    told_on: null,
  };
  if (!incident) return start;
  const { id: _id, created_at: _at, created_by: _by, ...values } = incident;
  return values;
}

/** The names of the fields that are wrong, in their order. */
function problemsOf(values: NewIncident): Map<string, string> {
  const isDay = (date: string): boolean => date !== '' && date <= today();
  const problems = new Map<string, string>();
  if (!isDay(values.noticed_on)) problems.set('noticed_on', t.errors.date);
  for (const name of ['what', 'whose', 'risk'] as const)
    if (values[name].trim() === '') problems.set(name, t.errors.required);
  if (Boolean(values.told?.trim()) !== Boolean(values.told_on)) problems.set('told', t.errors.told);
  else if (values.told_on && !isDay(values.told_on)) problems.set('told_on', t.errors.date);
  return problems;
}

export function IncidentForm({ incident, onClose }: { incident: Incident | undefined; onClose: () => void }) {
  const [values, setValues] = useState(() => startOf(incident));
  const [problems, setProblems] = useState(new Map<string, string>());
  const save = useWrite(saveIncident, [privacyKey], {
    onSuccess() {
      toastSuccess({ title: privacyTexts.incidents.saved, form: id });
      onClose();
    },
  });

  function submit(): void {
    const found = problemsOf(values);
    setProblems(found);
    const [first] = found.keys();
    if (first !== undefined) document.querySelector<HTMLElement>(`#${id} [name=${first}]`)?.focus();
    else if (!save.isPending)
      save.mutate({
        ...values,
        told: values.told?.trim() || null,
        told_on: values.told_on || null,
        id: incident?.id,
      });
  }

  const field = (name: keyof NewIncident) => ({
    name,
    label: t[name === 'noticed_on' ? 'noticed' : name === 'told_on' ? 'toldOn' : (name as Name)],
    error: problems.get(name),
    value: String(values[name] ?? ''),
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setValues({ ...values, [name]: event.target.value }),
  });
  const words = (name: Name) => <TextArea {...field(name)} maxLength={lengths[name]} rows={3} />;

  return (
    <OpenDialog
      busyText={t.busy}
      id={id}
      isBusy={save.isPending}
      onClose={onClose}
      onSubmit={submit}
      submitText={t.submit}
      title={incident ? t.edit : t.add}
    >
      <TextField {...field('noticed_on')} max={today()} type="date" />
      {words('what')}
      {words('whose')}
      <SelectField
        label={t.serious}
        name="is_serious"
        onChange={(event) => setValues({ ...values, is_serious: event.target.value === 'yes' })}
        value={values.is_serious ? 'yes' : 'no'}
      >
        <option value="no">{t.no}</option>
        <option value="yes">{t.yes}</option>
      </SelectField>
      {words('risk')}
      <TextArea {...field('told')} label={t.told} maxLength={2000} optional rows={2} />
      <TextField {...field('told_on')} max={today()} optional type="date" />
      <div role="alert">{save.error && <FieldError text={errorMessage(save.error)} />}</div>
    </OpenDialog>
  );
}
