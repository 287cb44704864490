import { ChipsField } from '../../screen/chips-field.tsx';
import type { ContentField } from '../content-form.ts';

export interface WordsFieldOptions {
  name: string;
  column: string;
  label: string;
  /** one of them: "feature" */
  one: string;
  /** as they are named within a sentence: "features" */
  called: string;
}

/** A list of short words, such as the features of a service. */
export function wordsField({
  name,
  column,
  label,
  one,
  called,
}: WordsFieldOptions): ContentField<readonly string[]> {
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
