import { useLayoutEffect, useRef, useState, type FormEvent } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useSaveCategory } from './write-categories.ts';
import { errorMessage } from '../../../ui/error-message.ts';
import { randomId } from '../../../ui/random-id.ts';

const dialogId = 'category-dialog';
const maxNameLength = 100;

function problemOf(name: string): string | undefined {
  if (name === '') return 'Enter a category name';
  return name.length > maxNameLength ? `Shorten the name to ${maxNameLength} characters or fewer` : undefined;
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
  const input = useRef<HTMLInputElement>(null);
  const save = useSaveCategory();

  useLayoutEffect(() => {
    const dialog = input.current?.closest('dialog');
    dialog?.showModal();
    input.current?.focus();
    return () => dialog?.close();
  }, []);

  function showProblem(text: string): void {
    setProblem(text);
    requestAnimationFrame(() => input.current?.focus());
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (save.isPending) return;
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
          toast({ title: 'Saved', description: trimmed, variant: 'success' });
        },
        onError: (error) => showProblem(errorMessage(error)),
      },
    );
  }

  return (
    <Dialog id={dialogId} onClose={onClose} title={category ? 'Rename category' : 'Add category'}>
      <form className="dense confirm-words" data-saves noValidate onSubmit={submit}>
        <TextField
          autoComplete="off"
          error={problem}
          label="Name"
          name="name"
          onChange={(event) => {
            setProblem(undefined);
            setName(event.target.value);
          }}
          ref={input}
          required
          value={name}
        />
        <div className="confirm-buttons">
          <Button command="close" commandfor={dialogId} size="dashboard" variant="secondary">
            Cancel
          </Button>
          <Button busy={save.isPending} busyText="Saving..." size="dashboard" type="submit">
            {category ? 'Save name' : 'Add category'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
