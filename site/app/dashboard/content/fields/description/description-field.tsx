import type { ContentField } from '../../content-form.ts';
import { MarkdownArea } from '../markdown/markdown-area.tsx';
import { textField } from '../text-field.tsx';
import { descriptionTexts as t } from './description-texts.ts';
import { FormatChoice, type TextFormat } from './format-choice.tsx';

export interface DescriptionDraft {
  text: string;
  format: TextFormat;
}

export const longestDescription = 20_000;

const text = textField({
  name: 'description',
  column: 'description',
  label: t.label,
  called: t.called,
  maxLength: longestDescription,
});

/** The description of a record, in the format that its editor chose. Switching changes no character of it. */
export function descriptionField({ hint }: { hint?: string } = {}): ContentField<DescriptionDraft> {
  return {
    name: text.name,
    empty: { text: '', format: 'plain' },
    read: (row) => ({
      text: text.read(row),
      format: row['text_format'] === 'markdown' ? 'markdown' : 'plain',
    }),
    write: (value, draft) => ({ ...text.write(value.text, draft), text_format: value.format }),
    check: (checks, value, id) => text.check?.(checks, value.text, id),
    render: ({ id, value, error, onChange }) => (
      <MarkdownArea
        choice={
          <FormatChoice id={id} onChange={(format) => onChange({ ...value, format })} value={value.format} />
        }
        error={error}
        hint={[hint, value.format === 'plain' ? t.plainHint : t.markdownHint].filter(Boolean).join(' ')}
        id={id}
        isPlain={value.format === 'plain'}
        label={t.label}
        name={text.name}
        onChange={(changed) => onChange({ ...value, text: changed })}
        rows={value.format === 'plain' ? 8 : 14}
        value={value.text}
      />
    ),
  };
}
