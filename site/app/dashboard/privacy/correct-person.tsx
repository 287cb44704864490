import { useState } from 'react';
import { useWrite } from '../../data/use-write.ts';
import { errorMessage } from '../../ui/error-message.ts';
import { FieldError, TextField } from '../../ui/field.tsx';
import { toastSuccess } from '../../ui/toast.tsx';
import { OpenDialog } from '../screen/open-dialog.tsx';
import { personTexts } from './person-texts.ts';
import { correctPerson, type Correction } from './read-person.ts';

const t = personTexts.correction;
const form = 'correct-person';
const fields = ['name', 'email', 'phone', 'company'] as const;
/** A value that the table's checks refuse. */
const rejected = { 23514: t.errors.rejected, 22023: t.errors.empty };

interface CorrectPersonProps {
  contacts: string[];
  /** with the contacts by which the person is found now */
  onCorrected: (contacts: string[]) => void;
  onClose: () => void;
}

export function CorrectPerson({ contacts, onCorrected, onClose }: CorrectPersonProps) {
  const [values, setValues] = useState<Correction>({});
  const [isEmpty, setIsEmpty] = useState(false);
  const correction = useWrite(correctPerson, ['leads', 'overview']);

  function submit(): void {
    const changes = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
    setIsEmpty(Object.keys(changes).length === 0);
    if (Object.keys(changes).length === 0 || correction.isPending) return;
    correction.mutate(
      { contacts, changes },
      {
        onSuccess(total) {
          toastSuccess({ title: t.saved(total), form });
          onClose();
          onCorrected([
            ...new Set([...contacts, ...[values.email?.trim()].filter((email) => email)]),
          ] as string[]);
        },
      },
    );
  }

  return (
    <OpenDialog
      busyText={t.busy}
      id={form}
      isBusy={correction.isPending}
      onClose={onClose}
      onSubmit={submit}
      submitText={t.submit}
      title={t.title}
    >
      <p className="muted">{t.hint}</p>
      {fields.map((name) => (
        <TextField
          autoComplete="off"
          key={name}
          label={t[name]}
          name={name}
          onChange={(event) => setValues({ ...values, [name]: event.target.value })}
          value={values[name] ?? ''}
        />
      ))}
      <div role="alert">
        {isEmpty && <FieldError text={t.errors.empty} />}
        {correction.error && <FieldError text={errorMessage(correction.error, rejected)} />}
      </div>
    </OpenDialog>
  );
}
