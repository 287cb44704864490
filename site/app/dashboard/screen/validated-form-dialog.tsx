// A form in a dialog: reads its fields, validates them, saves, keeps what was typed.
import { useEffect, useState, type ReactNode } from 'react';
import { useWriteMutation } from './use-write-mutation.ts';
import { errorMessage } from '../../ui/error-message.ts';
import { FieldError } from '../../ui/field.tsx';
import { SubmitDialog, type SubmitDialogProps } from './submit-dialog.tsx';
import { useStoredDraft } from './use-stored-draft.ts';

/** Corrections by field name; `form` is about the form as a whole. */
export type FormProblems<Name extends string> = Partial<Record<Name | 'form', string | undefined>>;

interface FieldOfForm<Name> {
  name: Name;
  defaultValue: string;
  error: string | undefined;
  onChange: () => void;
}

interface ValidatedFormDialogProps<Name extends string, Result> extends Pick<
  SubmitDialogProps,
  'id' | 'title' | 'submitText' | 'busyText' | 'unsaved' | 'saves' | 'onClose'
> {
  /** the record to change, if it exists: the input is stored under this key until it is saved or cancelled */
  record?: string | undefined;
  /** the initial values of the fields, by name */
  first: Readonly<Record<Name, string>>;
  /** gets the values without surrounding white space */
  check?: (values: Record<Name, string>) => FormProblems<Name>;
  write: (values: Record<Name, string>) => Promise<Result>;
  /** the queries that are refetched */
  queryKeys: readonly string[];
  /** field errors that a failed write reports */
  problemsOf?: (error: Error) => FormProblems<Name>;
  onSaved: (result: Result, values: Record<Name, string>) => void;
  children: (field: (name: Name) => FieldOfForm<Name>) => ReactNode;
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
 * A dialog that checks its fields and saves them: the first invalid one gets the focus, and the dialog closes once the
 * saved data has been refetched. The controls hold the values, as in any form. Open while it is rendered.
 */
export function ValidatedFormDialog<Name extends string, Result>(
  props: ValidatedFormDialogProps<Name, Result>,
) {
  const { record = 'new', first, check, write, queryKeys, onSaved, onClose, children, ...dialog } = props;
  const { problemsOf = (error: Error) => ({ form: errorMessage(error) }) as FormProblems<Name> } = props;
  const [problems, setProblems] = useState<FormProblems<Name>>({});
  const save = useWriteMutation(write, queryKeys, { waits: true });
  const { value: typed, isChanged, change, drop } = useStoredDraft(`${dialog.id}:${record}`, first);

  // restores earlier input
  useEffect(() => fill(document.querySelector(`#${dialog.id} form`), typed), [typed, dialog.id]);

  function close(): void {
    drop();
    onClose();
  }

  /** Returns whether there are any problems. */
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
    <SubmitDialog
      {...dialog}
      isBusy={save.isPending}
      onClose={close}
      onInput={(form) => change(readFields(form, first))}
      onSubmit={submit}
      unsaved={isChanged && !save.isSuccess ? dialog.unsaved : undefined}
    >
      {children((name) => ({
        name,
        defaultValue: first[name],
        error: problems[name],
        onChange: () => setProblems({ ...problems, [name]: undefined }),
      }))}
      {/* without content it takes no place in the grid */}
      <div className={problems.form === undefined ? 'sr-only' : undefined} role="alert">
        {problems.form !== undefined && <FieldError text={problems.form} />}
      </div>
    </SubmitDialog>
  );
}
