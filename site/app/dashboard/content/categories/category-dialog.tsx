import { useState } from 'react';
import { errorMessage } from '../../../ui/error-message.ts';
import { TextField } from '../../../ui/field.tsx';
import { randomId } from '../../../ui/random-id.ts';
import { toastSuccess } from '../../../ui/toast.tsx';
import { OpenDialog } from '../../screen/open-dialog.tsx';
import { categoryTexts } from './category-texts.ts';
import { useSaveCategory } from './write-categories.ts';

const t = categoryTexts.dialog;
const { errors } = categoryTexts;
const fieldId = 'category-name';
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
  const [name, setName] = useState(category?.name ?? '');
  const [problem, setProblem] = useState<string>();
  const save = useSaveCategory();

  function showProblem(text: string): void {
    setProblem(text);
    requestAnimationFrame(() => document.getElementById(fieldId)?.focus());
  }

  function submit(): void {
    const trimmed = name.trim();
    const found = problemOf(trimmed);
    if (found !== undefined) {
      showProblem(found);
      return;
    }
    save.mutate(
      { id, name: trimmed, before: category?.name ?? null },
      {
        onSuccess() {
          onClose();
          toastSuccess({ title: t.saved, description: trimmed });
        },
        onError: (error) => showProblem(errorMessage(error)),
      },
    );
  }

  return (
    <OpenDialog
      busyText={t.busy}
      id="category-dialog"
      isBusy={save.isPending}
      onClose={onClose}
      onSubmit={submit}
      submitText={category ? t.rename : t.add}
      title={category ? t.renameTitle : t.addTitle}
    >
      <TextField
        autoComplete="off"
        error={problem}
        id={fieldId}
        label={t.name}
        name="name"
        onChange={(event) => {
          setProblem(undefined);
          setName(event.target.value);
        }}
        required
        value={name}
      />
    </OpenDialog>
  );
}
