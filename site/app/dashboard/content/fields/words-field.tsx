// A list of short words.
import type { ContentField } from '../content-form.ts';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { FieldError } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { isComposing, shortcutKey } from '../../../ui/keys.ts';
import styles from './words-field.module.css';
import { screenTexts } from '../../screen/screen-texts.ts';

export interface WordListFieldOptions {
  name: string;
  column: string;
  label: string;
  /** the singular: "feature" */
  one: string;
  /** the plural, within a sentence: "features" */
  called: string;
}

/** A list of short words, such as the features of a service. */
export function defineWordListField({
  name,
  column,
  label,
  one,
  called,
}: WordListFieldOptions): ContentField<readonly string[]> {
  return {
    name,
    empty: [],
    read: (row) => row[column] as string[],
    write: (value) => ({ [column]: value }),
    check: (checks, value, id) => checks.askChips(id, value, called),
    render: ({ id, value, error, onChange }) => (
      <ChipsField chips={value} error={error} id={id} label={label} one={one} onChange={onChange} />
    ),
  };
}

const t = screenTexts.chips;

interface ChipsFieldProps {
  id: string;
  label: string;
  /** the singular: "feature" */
  one: string;
  chips: readonly string[];
  onChange: (chips: string[]) => void;
  error?: string | undefined;
}

/** A list of short words: Enter adds one, a button in each removes it. Leaving the field adds what was typed. */
function ChipsField({ id, label, one, chips, onChange, error }: ChipsFieldProps) {
  const [text, setText] = useState('');
  const [announcement, setAnnouncement] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const hintId = useId();
  const latest = useRef(add);
  useEffect(() => {
    latest.current = add;
  });
  // if the session ends while a word is typed, the word is kept with the draft
  useEffect(() => () => latest.current(), []);

  function add(): void {
    const chip = text.trim().replace(/\s+/g, ' ');
    if (chip === '') return;
    setText('');
    if (chips.includes(chip)) {
      setAnnouncement(t.duplicate(chip));
      return;
    }
    setAnnouncement(t.added(chip));
    onChange([...chips, chip]);
  }

  function addOnKey(event: KeyboardEvent): void {
    if (isComposing(event.nativeEvent)) return;
    // adds the typed word before it is saved, because the shortcut's listener submits the form after this one
    if (shortcutKey(event) === 's' && (event.ctrlKey || event.metaKey)) flushSync(add);
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add();
  }

  function remove(chip: string, index: number): void {
    setAnnouncement(t.removed(chip));
    onChange(chips.filter((other) => other !== chip));
    // the focus moves to the next chip, and from the last one to the input
    requestAnimationFrame(() => {
      const next = list.current?.querySelectorAll('button')[index];
      (next ?? input.current)?.focus();
    });
  }

  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <div className={styles.chipsField} data-invalid={error !== undefined || undefined}>
        {chips.length > 0 && (
          <ul aria-label={label} ref={list}>
            {chips.map((chip, index) => (
              <li key={chip}>
                <span>{chip}</span>
                <button
                  aria-label={t.remove(chip)}
                  className={styles.remove}
                  onClick={() => remove(chip, index)}
                  type="button"
                >
                  <Icon name="close" />
                </button>
              </li>
            ))}
          </ul>
        )}
        <input
          aria-describedby={error === undefined ? hintId : `${id}-error ${hintId}`}
          aria-invalid={error === undefined ? undefined : true}
          autoComplete="off"
          id={id}
          onBlur={add}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={addOnKey}
          placeholder={chips.length > 0 ? t.placeholder : undefined}
          ref={input}
          type="text"
          value={text}
        />
      </div>
      {error !== undefined && <FieldError id={`${id}-error`} text={error} />}
      <p className="field-foot" id={hintId}>
        {t.hint(one)}
      </p>
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
    </div>
  );
}
