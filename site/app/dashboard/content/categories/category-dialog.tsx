import { useState } from 'react';
import { TextField } from '../../../ui/field.tsx';
import { randomId } from '../../../ui/random-id.ts';
import { toastSuccess } from '../../../ui/toast.tsx';
import { FormDialog } from '../../screen/form-dialog.tsx';
import { categoryTexts } from './category-texts.ts';
import { saveCategory } from './write-categories.ts';

const t = categoryTexts.dialog;
const { errors } = categoryTexts;
const maxNameLength = 100;

function problemOf(name: string): string | undefined {
  if (name === '') return errors.nameMissing;
  return name.length > maxNameLength ? errors.nameTooLong(maxNameLength) : undefined;
}

/** Names a category; `category` is null for a new one. Open while it is rendered. */
export function CategoryDialog({
  category,
  onClose,
}: {
  category: { id: string; name: string } | null;
  onClose: () => void;
}) {
  const [id] = useState(() => category?.id ?? randomId());
  return (
    <FormDialog
      busyText={t.busy}
      check={({ name }) => ({ name: problemOf(name) })}
      first={{ name: category?.name ?? '' }}
      id="category-dialog"
      onClose={onClose}
      onSaved={(_, { name }) => toastSuccess({ title: t.saved, description: name })}
      problemsOf={({ message }) => ({ name: message })}
      queryKeys={['categories', 'services']}
      record={category?.id}
      submitText={category ? t.rename : t.add}
      title={category ? t.renameTitle : t.addTitle}
      write={({ name }) => saveCategory({ id, name, before: category?.name ?? null })}
    >
      {(field) => <TextField {...field('name')} autoComplete="off" label={t.name} required />}
    </FormDialog>
  );
}
