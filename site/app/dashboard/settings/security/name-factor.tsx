import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { classNames } from '../../../ui/class-names.ts';
import styles from './security.module.css';

export function NameFactor({
  title,
  taken,
  suggestion,
  hint,
  next,
  busy,
  busyText,
  problem,
  onNamed,
  onCancel,
}: {
  title: string;
  /** names that are in use */
  taken: readonly string[];
  suggestion: string;
  hint: string;
  next: string;
  busy: boolean;
  busyText: string;
  problem: string | undefined;
  onNamed: (name: string) => void;
  onCancel: () => void;
}) {
  const [wrong, setWrong] = useState<string>();
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (!busy) field.current?.focus();
  }, [busy]);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name')).trim();
    const text =
      name === ''
        ? 'Enter a name'
        : taken.includes(name)
          ? 'You already use that name. Choose another one.'
          : undefined;
    setWrong(text);
    if (text) {
      field.current?.focus();
      return;
    }
    onNamed(name);
  }

  return (
    <form className={classNames(styles.form, styles.step, 'dense')} data-saves noValidate onSubmit={submit}>
      <h4>{title}</h4>
      <output className="sr-only">{busy ? busyText : ''}</output>
      <TextField
        autoComplete="off"
        defaultValue={taken.includes(suggestion) ? '' : suggestion}
        error={busy ? undefined : (wrong ?? problem)}
        hint={hint}
        label="Name"
        maxLength={60}
        name="name"
        ref={field}
        required
      />
      <div className={styles.buttons}>
        <Button busy={busy} busyText={busyText} size="dashboard" type="submit">
          {next}
        </Button>
        <Button disabled={busy} onClick={onCancel} size="dashboard" variant="secondary">
          Cancel
        </Button>
      </div>
    </form>
  );
}
