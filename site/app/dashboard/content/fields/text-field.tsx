// Creates a text field of the content form: one line or a text area, with a length check.
import type { HTMLAttributes } from 'react';
import { TextAreaField, TextField } from '../../../ui/field.tsx';
import type { ContentField } from '../content-form.ts';

export interface TextFieldOptions {
  name: string;
  column: string;
  label: string;
  /** the name of the field within a sentence: "the pitch" */
  called: string;
  hint?: string;
  /** in characters, the limit of the database */
  maxLength: number;
  /** height of a text area in lines; without it, a single-line field */
  rows?: number;
  /** adds "(optional)" to the label */
  optional?: boolean;
  /** whether an empty text is stored as null */
  nullable?: boolean;
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode'];
}

/** A text field, stored without white space around the text. */
export function defineTextField(options: TextFieldOptions): ContentField<string> {
  const {
    name,
    column,
    label,
    called,
    hint,
    maxLength,
    rows,
    optional,
    nullable = false,
    inputMode,
  } = options;
  return {
    name,
    empty: '',
    read: (row) => String(row[column] ?? ''),
    write: (value) => ({ [column]: value.trim() || (nullable ? null : '') }),
    check: (checks, value, id) => checks.askLength(id, value, maxLength, called),
    render({ id, value, error, onChange }) {
      const props = {
        error,
        hint,
        id,
        label,
        name,
        optional,
        value,
        onChange: (event: { target: { value: string } }) => onChange(event.target.value),
      };
      if (rows !== undefined) return <TextAreaField {...props} rows={rows} />;
      const isWords = inputMode === undefined;
      return (
        <TextField {...props} {...(isWords ? {} : { inputMode, spellCheck: false })} autoComplete="off" />
      );
    },
  };
}
