// A form in a dialog: reads its fields, validates them, saves, keeps what was typed.
import { useEffect, useState, type ReactNode } from 'react';
import { useWrite } from '../../data/use-write.ts';
import { errorMessage } from '../../ui/error-message.ts';
import { FieldError } from '../../ui/field.tsx';
import { OpenDialog, type OpenDialogProps } from './open-dialog.tsx';
import { useKept } from './use-kept.ts';

/** What to correct, by the name of its field; of the form as a whole: `form`. */
export type FormProblems<Name extends string> = Partial<Record<Name | 'form', string | undefined>>;

interface FormDialogProps<Name extends string, Result> extends Pick<
  OpenDialogProps,
  'id' | 'title' | 'submitText' | 'busyText' | 'saves' | 'onClose'
> {
  /** the record that it writes, if it exists already: what is typed is kept under it until it is saved or cancelled */
  record?: string | undefined;
  /** what the fields hold at first, by their names */
  first: Readonly<Record<Name, string>>;
  /** gets the values without space around them */
  check?: (values: Record<Name, string>) => FormProblems<Name>;
  write: (values: Record<Name, string>) => Promise<Result>;
  /** the queries that are read again */
  queryKeys: readonly string[];
  /** what a failed write says of the fields */
  problemsOf?: (error: Error) => FormProblems<Name>;
  onSaved: (result: Result, values: Record<Name, string>) => void;
  children: (field: (name: Name) => FieldOfForm<Name>) => ReactNode;
}

interface FieldOfForm<Name> {
  name: Name;
  defaultValue: string;
  error: string | undefined;
  onChange: () => void;
}

function readFields<Name extends string>(
  form: HTMLFormElement,
  first: Readonly<Record<Name, string>>,
  clean = (text: string) => text,
): Record<Name, string> {
  const given = new FormData(form);
  const entries = Object.keys(first).map((name) => [name, clean(String(given.get(name) ?? ''))]);
  return Object.fromEntries(entries) as Record<Name, string>;
}

function fill(form: HTMLFormElement | null, values: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(values)) {
    const control = form?.elements.namedItem(name) as (Element & { value: string }) | null | undefined;
    if (control && control.value !== value) control.value = value;
  }
}

/**
 * A dialog that checks its fields and writes them: the first wrong one gets the focus, and it closes once what was
 * saved has been read again. The controls hold the values, as in any form. Open while it is rendered.
 */
export function FormDialog<Name extends string, Result>(props: FormDialogProps<Name, Result>) {
  const { record = 'new', first, check, write, queryKeys, onSaved, onClose, children, ...dialog } = props;
  const { problemsOf = (error: Error) => ({ form: errorMessage(error) }) as FormProblems<Name> } = props;
  const [problems, setProblems] = useState<FormProblems<Name>>({});
  const save = useWrite(write, queryKeys, { waits: true });
  const { value: typed, change, drop } = useKept(`${dialog.id}:${record}`, first);

  // what was typed before
  useEffect(() => fill(document.querySelector(`#${dialog.id} form`), typed), [typed, dialog.id]);

  function close(): void {
    drop();
    onClose();
  }

  /** Whether there are any. */
  function show(found: FormProblems<Name>, form: HTMLFormElement): boolean {
    setProblems(found);
    const name = Object.keys(found).find((key) => found[key as Name] !== undefined);
    const control = form.elements.namedItem(name ?? '');
    if (control instanceof HTMLElement) control.focus();
    return name !== undefined;
  }

  function submit(form: HTMLFormElement): void {
    const values = readFields(form, first, (text) => text.trim());
    if (save.isPending || show(check?.(values) ?? {}, form)) return;
    save.mutate(values, {
      onSuccess(result) {
        close();
        onSaved(result, values);
      },
      onError: (error) => show(problemsOf(error), form),
    });
  }

  return (
    <OpenDialog
      {...dialog}
      isBusy={save.isPending}
      onClose={close}
      onInput={(form) => change(readFields(form, first))}
      onSubmit={submit}
    >
      {children((name) => ({
        name,
        defaultValue: first[name],
        error: problems[name],
        onChange: () => setProblems({ ...problems, [name]: undefined }),
      }))}
      {/* without words it takes no place in the grid */}
      <div className={problems.form === undefined ? 'sr-only' : undefined} role="alert">
        {problems.form !== undefined && <FieldError text={problems.form} />}
      </div>
    </OpenDialog>
  );
}
