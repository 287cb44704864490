import { errorMessage } from '../../ui/error-message.ts';
import { TextField } from '../../ui/field.tsx';
import { toastSuccess } from '../../ui/toast.tsx';
import { FormDialog } from '../screen/form-dialog.tsx';
import { personTexts } from './person-texts.ts';
import { correctPerson } from './read-person.ts';

const t = personTexts.correction;
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
  return (
    <FormDialog
      busyText={t.busy}
      check={(values) => ({ form: Object.values(values).some(Boolean) ? undefined : t.errors.empty })}
      first={{ name: '', email: '', phone: '', company: '' }}
      id="correct-person"
      onClose={onClose}
      write={(values) => {
        const changes = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
        return correctPerson({ contacts, changes });
      }}
      onSaved={(total, { email }) => {
        toastSuccess({ title: t.saved(total) });
        onCorrected([...new Set(email === '' ? contacts : [...contacts, email])]);
      }}
      problemsOf={(error) => ({ form: errorMessage(error, rejected) })}
      queryKeys={['leads', 'overview']}
      record={contacts.join()}
      submitText={t.submit}
      title={t.title}
    >
      {(field) => (
        <>
          <p className="muted">{t.hint}</p>
          {fields.map((name) => (
            <TextField {...field(name)} autoComplete="off" key={name} label={t[name]} />
          ))}
        </>
      )}
    </FormDialog>
  );
}
