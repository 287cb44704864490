import { useState, type ReactNode } from 'react';
import { useWrite } from '../../data/use-write.ts';
import { errorMessage } from '../../ui/error-message.ts';
import { FieldError } from '../../ui/field.tsx';
import { OpenDialog, type OpenDialogProps } from './open-dialog.tsx';

/** What to correct, by the name of its field; of the form as a whole: `form`. */
export type Problems<Name extends string> = Partial<Record<Name | 'form', string | undefined>>;

interface FormDialogProps<Name extends string, Result> extends Pick<
  OpenDialogProps,
  'id' | 'title' | 'submitText' | 'busyText' | 'saves' | 'onClose'
> {
  /** what the fields hold at first, by their names */
  first: Readonly<Record<Name, string>>;
  /** gets the values without space around them */
  check?: (values: Record<Name, string>) => Problems<Name>;
  write: (values: Record<Name, string>) => Promise<Result>;
  /** the queries that are read again */
  queryKeys: readonly string[];
  /** what a failed write says of the fields */
  problemsOf?: (error: Error) => Problems<Name>;
  onSaved: (result: Result, values: Record<Name, string>) => void;
  children: (field: (name: Name) => FieldOfForm<Name>) => ReactNode;
}

interface FieldOfForm<Name> {
  name: Name;
  defaultValue: string;
  error: string | undefined;
  onChange: () => void;
}

/**
 * A dialog that checks its fields and writes them: the first wrong one gets the focus, and it closes once what was
 * saved has been read again. The controls hold the values, as in any form. Open while it is rendered.
 */
export function FormDialog<Name extends string, Result>(props: FormDialogProps<Name, Result>) {
  const { first, check, write, queryKeys, onSaved, children, ...dialog } = props;
  const { problemsOf = (error: Error) => ({ form: errorMessage(error) }) as Problems<Name> } = props;
  const [problems, setProblems] = useState<Problems<Name>>({});
  const save = useWrite(write, queryKeys, { waits: true });

  /** Whether there are any. */
  function show(found: Problems<Name>, form: HTMLFormElement): boolean {
    setProblems(found);
    const name = Object.keys(found).find((key) => found[key as Name] !== undefined);
    const control = form.elements.namedItem(name ?? '');
    if (control instanceof HTMLElement) control.focus();
    return name !== undefined;
  }

  function submit(form: HTMLFormElement): void {
    const given = new FormData(form);
    const values = Object.fromEntries(
      Object.keys(first).map((name) => [name, String(given.get(name) ?? '').trim()]),
    ) as Record<Name, string>;
    if (save.isPending || show(check?.(values) ?? {}, form)) return;
    save.mutate(values, {
      onSuccess(result) {
        dialog.onClose();
        onSaved(result, values);
      },
      onError: (error) => show(problemsOf(error), form),
    });
  }

  return (
    <OpenDialog {...dialog} isBusy={save.isPending} onSubmit={submit}>
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
