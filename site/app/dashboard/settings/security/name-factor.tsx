import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { securityTexts } from './security-texts.ts';
import styles from './security.module.css';

const t = securityTexts.factors;

export function NameFactor({
  texts,
  taken,
  busy = false,
  problem,
  onNamed,
  onCancel,
}: {
  texts: { title: string; suggestion: string; hint: string };
  /** names that are in use */
  taken: readonly string[];
  busy?: boolean;
  problem?: string | undefined;
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
    const text = name === '' ? t.nameMissing : taken.includes(name) ? t.nameTaken : undefined;
    setWrong(text);
    if (text) {
      field.current?.focus();
      return;
    }
    onNamed(name);
  }

  return (
    <form className={classNames(styles.form, styles.step, 'dense')} data-saves noValidate onSubmit={submit}>
      <h4 className="sans text-17 leading-14">{texts.title}</h4>
      <output className="sr-only">{busy ? t.touchKey : ''}</output>
      <TextField
        autoComplete="off"
        defaultValue={taken.includes(texts.suggestion) ? '' : texts.suggestion}
        error={busy ? undefined : (wrong ?? problem)}
        hint={texts.hint}
        label={t.name}
        maxLength={60}
        name="name"
        ref={field}
        required
      />
      <div className="cluster">
        <Button busy={busy} busyText={t.touchKey} type="submit">
          {t.continue}
        </Button>
        <Button disabled={busy} onClick={onCancel} variant="secondary">
          {securityTexts.cancel}
        </Button>
      </div>
    </form>
  );
}
