// The fields of services and apps: short pitch, description with its preview, features.
import type { ContentField } from '../content-form.ts';
import { MarkdownArea } from './markdown-area.tsx';
import { defineTextField } from './text-field.tsx';
import { descriptionTexts as t } from '../record-texts.ts';
import styles from './markdown-area.module.css';
import type { TextPreviewOptions } from '../writing/text-preview.tsx';
import type { ContentTableName } from '../../../content/content-types.ts';
import { Description } from '../../../content/description.tsx';
import { defineTexts } from '../../../texts/define-texts.ts';
import { defineWordListField } from './words-field.tsx';

const fieldTexts = defineTexts({
  pitch: { label: 'Short pitch', hint: 'One sentence, shown on cards.', called: 'the pitch' },
  chips: { label: 'Features', one: 'feature', called: 'features' },
});

/** The short pitch, which the tile shows. */
export const pitchField = defineTextField({
  name: 'pitch',
  column: 'short_pitch',
  ...fieldTexts.pitch,
  maxLength: 500,
});

export const featuresField = defineWordListField({
  name: 'chips',
  column: 'feature_chips',
  ...fieldTexts.chips,
});

export interface DescriptionDraft {
  text: string;
  format: TextFormat;
}

const longestDescription = 20_000;

const text = defineTextField({
  name: 'description',
  column: 'description',
  label: t.label,
  called: t.called,
  maxLength: longestDescription,
});

/** The description of a record, in the format that the user chose. Switching the format does not change the text. */
export function defineDescriptionField(
  table: ContentTableName,
  { hint }: { hint?: string } = {},
): ContentField<DescriptionDraft> {
  const preview: TextPreviewOptions = {
    of: table,
    maxLength: longestDescription,
    emptyText: t.emptyPreview,
    load: () => loadPreview(table),
  };
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
        preview={preview}
        onChange={(changed) => onChange({ ...value, text: changed })}
        rows={value.format === 'plain' ? 8 : 14}
        value={value.text}
      />
    ),
  };
}

const textFormats = ['plain', 'markdown'] as const;

type TextFormat = (typeof textFormats)[number];

interface FormatChoiceProps {
  /** the id of the text area */
  id: string;
  value: TextFormat;
  onChange: (value: TextFormat) => void;
}

function FormatChoice({ id, value, onChange }: FormatChoiceProps) {
  return (
    <fieldset aria-label={t.formatLabel} className={styles.choice}>
      {textFormats.map((format) => (
        <label className="check-field" key={format}>
          <input
            checked={value === format}
            name={`${id}-format`}
            onChange={() => onChange(format)}
            type="radio"
            value={format}
          />
          <span>{t[format]}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Renders a description as visitors will see it. */
async function loadPreview(table: ContentTableName) {
  const { renderDescription } = await import('../../../content/render-description.ts');
  return (description: string) => (
    <Description text={renderDescription(table, { description, text_format: 'markdown' })} />
  );
}
