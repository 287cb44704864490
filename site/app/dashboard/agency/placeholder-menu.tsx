// The menu that inserts a placeholder, such as {{phone}}, into a text at the caret.
import { useId, useRef } from 'react';
import { agencyPlaceholders, privacyPlaceholders } from '../../agency/fill-placeholders.ts';
import { agencyFields, type AgencyFieldName, type AgencyTextName } from '../../agency/agency-fields.ts';
import { RichText } from '../../texts/rich-text.tsx';
import { Button } from '../../ui/button.tsx';
import { replaceFieldText } from '../screen/replace-field-text.ts';
import { agencyScreenTexts } from './agency-screen-texts.ts';
import styles from './agency.module.css';

const t = agencyScreenTexts.placeholders;

/** Whether placeholders are replaced in a field: in all texts except those that are placeholders themselves. */
export function acceptsPlaceholders(name: AgencyFieldName): name is AgencyTextName {
  if (agencyFields[name].part !== 'texts') return false;
  return !agencyPlaceholders.some((placeholder) => placeholder === name);
}

const known = {
  privacy: [...agencyPlaceholders, ...privacyPlaceholders],
  others: agencyPlaceholders,
} as const;

/**
 * Fields that have had the focus, whose caret is where the user left it. In other fields it is where the browser puts
 * it.
 */
const touched = new WeakSet<Element>();

export function markTouched({ currentTarget }: { currentTarget: Element }): void {
  touched.add(currentTarget);
}

interface PlaceholderMenuProps {
  name: AgencyTextName;
  /** the id of the field's control */
  control: string;
}

/** A button that opens a list of details. A chosen one is inserted at the caret, and the focus returns to the field. */
export function PlaceholderMenu({ name, control }: PlaceholderMenuProps) {
  const id = useId();
  const menu = useRef<HTMLUListElement>(null);

  function insert(placeholder: string): void {
    menu.current?.hidePopover();
    const field = document.getElementById(control) as HTMLInputElement | HTMLTextAreaElement | null;
    if (!field) return;
    const { length } = field.value;
    const { selectionStart, selectionEnd } = touched.has(field)
      ? field
      : { selectionStart: length, selectionEnd: length };
    replaceFieldText(field, selectionStart ?? length, selectionEnd ?? length, `{{${placeholder}}}`);
  }

  return (
    <>
      <Button className={styles.insert} popoverTarget={id} variant="ghost">
        <RichText text={t.insert(agencyFields[name].label)} />
      </Button>
      <ul
        aria-label={t.menu}
        className={styles.placeholders}
        id={id}
        onToggle={({ currentTarget, newState }) => {
          if (newState === 'open') currentTarget.querySelector('button')?.focus();
        }}
        popover="auto"
        ref={menu}
      >
        {known[name === 'privacy' ? name : 'others'].map((placeholder) => (
          <li key={placeholder}>
            <Button onClick={() => insert(placeholder)} variant="ghost">
              {t.names[placeholder]}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
