/* oxlint-disable jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus, jsx-a11y/prefer-tag-over-role --
   the list is of a text box, which keeps the focus and takes the keys; a select would take both */
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { TextAreaField } from '../../../ui/field.tsx';
import { isComposing } from '../../../ui/keys.ts';
import { matchingColleagues, findTypedMention, type Colleague } from './find-mention.ts';
import { notesTexts as t } from './thread-texts.ts';
import styles from './notes.module.css';

interface MentionFieldProps {
  label: string;
  text: string;
  error: string | undefined;
  colleagues: readonly Colleague[];
  onChange: (text: string) => void;
  onMention: (colleague: Colleague, text: string) => void;
  /** Whether it gets the focus when it appears. */
  takesFocus: boolean;
}

/**
 * A text area in which `@` suggests colleagues. It refers to the list of suggestions but does not have the role
 * combobox: ARIA allows that role only for single-line fields, and browsers drop the line breaks of a textarea with
 * it. A status announces how many colleagues match.
 */
export function MentionField({
  label,
  text,
  error,
  colleagues,
  onChange,
  onMention,
  takesFocus,
}: MentionFieldProps) {
  const listId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(0);
  const [active, setActive] = useState(0);
  /** Position of the `@` whose list was closed with Escape. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const nextCaret = useRef<number | null>(null);
  const mention = findTypedMention(text, caret);
  const found = mention && mention.at !== closedAt ? matchingColleagues(colleagues, mention.typed) : [];
  const isOpen = found.length > 0;
  const optionId = (place: number) => `${listId}-${place}`;
  const shown = Math.min(active, found.length - 1);

  useLayoutEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);

  useLayoutEffect(() => {
    if (nextCaret.current === null) return;
    field.current?.setSelectionRange(nextCaret.current, nextCaret.current);
    nextCaret.current = null;
  });

  function follow(): void {
    const { selectionStart = 0, selectionEnd = 0 } = field.current ?? {};
    setCaret(selectionStart === selectionEnd ? selectionStart : 0);
  }

  function pick(colleague: Colleague | undefined): void {
    if (!mention || !colleague) return;
    const start = `${text.slice(0, mention.at)}@${colleague.name} `;
    nextCaret.current = start.length;
    setCaret(start.length);
    setClosedAt(mention.at);
    onMention(colleague, start + text.slice(caret).replace(/^ /, ''));
  }

  function handleKey(event: KeyboardEvent): void {
    if (!isOpen || isComposing(event.nativeEvent) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'ArrowDown') setActive((shown + 1) % found.length);
    else if (event.key === 'ArrowUp') setActive((shown + found.length - 1) % found.length);
    else if (event.key === 'Escape') setClosedAt(mention?.at ?? null);
    else if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) pick(found[shown]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div className="stack gap-4 min-w-0">
      <TextAreaField
        aria-activedescendant={isOpen ? optionId(shown) : undefined}
        aria-autocomplete="list"
        aria-controls={isOpen ? listId : undefined}
        aria-haspopup={colleagues.length > 0 ? 'listbox' : undefined}
        aria-label={label}
        error={error}
        hint={t.hint}
        label={t.shortLabel}
        maxLength={10_000}
        name="note"
        onBlur={() => setCaret(0)}
        onChange={({ target }) => {
          setActive(0);
          setCaret(target.selectionStart);
          if (findTypedMention(target.value, target.selectionStart)?.at !== closedAt) setClosedAt(null);
          onChange(target.value);
        }}
        onKeyDown={handleKey}
        onSelect={follow}
        ref={field}
        rows={2}
        value={text}
      />
      <div
        aria-label={t.suggestions}
        className={styles.suggestions}
        hidden={!isOpen}
        id={listId}
        role="listbox"
      >
        {found.map((colleague, place) => (
          <div
            aria-selected={place === shown}
            id={optionId(place)}
            key={colleague.id}
            onClick={() => pick(colleague)}
            // keeps the focus in the text box
            onPointerDown={(event) => event.preventDefault()}
            role="option"
          >
            {colleague.name}
          </div>
        ))}
      </div>
      <output className="sr-only">{isOpen ? t.found(found.length) : ''}</output>
    </div>
  );
}
