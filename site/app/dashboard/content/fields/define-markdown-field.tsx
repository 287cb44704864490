// A field for Markdown, with its preview.
import type { ContentField } from '../content-form.ts';
import type { TextPreviewOptions } from '../writing/text-preview.tsx';
import { MarkdownArea } from './markdown-area.tsx';
import { defineTextField, type TextFieldOptions } from './text-field.tsx';

interface MarkdownFieldOptions extends TextFieldOptions {
  rows: number;
  preview: Omit<TextPreviewOptions, 'maxLength'>;
}

/** A Markdown text, with a toolbar above it and its preview beside it. */
export function defineMarkdownField(options: MarkdownFieldOptions): ContentField<string> {
  const { name, label, hint, rows, maxLength } = options;
  const preview = { ...options.preview, maxLength };
  return {
    ...defineTextField(options),
    render: ({ id, value, error, onChange }) => (
      <MarkdownArea
        error={error}
        hint={hint}
        id={id}
        label={label}
        name={name}
        onChange={onChange}
        preview={preview}
        rows={rows}
        value={value}
      />
    ),
  };
}
