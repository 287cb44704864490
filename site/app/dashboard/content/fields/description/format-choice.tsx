import { descriptionTexts as t } from './description-texts.ts';
import styles from './format-choice.module.css';

const textFormats = ['plain', 'markdown'] as const;

export type TextFormat = (typeof textFormats)[number];

interface FormatChoiceProps {
  /** of the text area */
  id: string;
  value: TextFormat;
  onChange: (value: TextFormat) => void;
}

export function FormatChoice({ id, value, onChange }: FormatChoiceProps) {
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
