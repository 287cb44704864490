import type { ContentField } from '../../content-form.ts';
import { textField, type TextFieldOptions } from '../text-field.tsx';
import { MarkdownArea } from './markdown-area.tsx';

/** A text in Markdown, with a toolbar over it. */
export function markdownField(options: TextFieldOptions & { rows: number }): ContentField<string> {
  const { name, label, hint, rows } = options;
  return {
    ...textField(options),
    render: ({ id, value, error, onChange }) => (
      <MarkdownArea
        error={error}
        hint={hint}
        id={id}
        label={label}
        name={name}
        onChange={onChange}
        rows={rows}
        value={value}
      />
    ),
  };
}
