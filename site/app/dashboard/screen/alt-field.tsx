// The alt text field of a picture, with its "decorative" checkbox.
import { TextField } from '../../ui/field.tsx';
import { RichText } from '../../texts/rich-text.tsx';
import { screenTexts } from './screen-texts.ts';

const t = screenTexts.picture;

export interface AltFieldProps {
  /** the id of the text field; the checkbox is beside it */
  id: string;
  alt: string;
  isDecorative: boolean;
  error?: string | undefined;
  disabled?: boolean;
  /** the name of the picture for the label, if several are listed */
  of?: string;
  onChange: (part: { alt?: string; isDecorative?: boolean }) => void;
}

/** The description of a picture, or the choice that it is decorative: one of the two is required. */
export function AltField({ id, alt, isDecorative, error, disabled = false, of, onChange }: AltFieldProps) {
  return (
    <div className="stack gap-4">
      <TextField
        autoComplete="off"
        disabled={disabled || isDecorative}
        error={error}
        id={id}
        label={of === undefined ? t.alt : t.altOf(of)}
        maxLength={1000}
        name="alt"
        onChange={(event) => onChange({ alt: event.target.value })}
        value={isDecorative ? '' : alt}
      />
      <label className="check-field">
        <input
          checked={isDecorative}
          disabled={disabled}
          onChange={(event) => onChange({ isDecorative: event.target.checked })}
          type="checkbox"
        />
        <span>
          <RichText text={of === undefined ? t.decorative : t.decorativeOf(of)} />
        </span>
      </label>
    </div>
  );
}
