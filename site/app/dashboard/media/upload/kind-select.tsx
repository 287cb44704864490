import { SelectField } from '../../../ui/field.tsx';
import { mediaSources, type MediaSource } from '../media-sources.ts';
import { uploadTexts } from './upload-texts.ts';

const t = uploadTexts.kind;

/** The kind that is selected at first. */
export function defaultKind(source: MediaSource): string {
  return mediaSources[source].kinds[0];
}

export interface KindSelectProps {
  id: string;
  source: MediaSource;
  value: string;
  disabled?: boolean;
  onChange: (kind: string) => void;
}

/** Selects a picture's kind; an unknown one that is stored stays selectable. */
export function KindSelect({ id, source, value, disabled = false, onChange }: KindSelectProps) {
  const { kinds } = mediaSources[source];
  return (
    <SelectField
      disabled={disabled}
      hint={source === 'app' ? t.appHint : undefined}
      id={id}
      label={t.label}
      name="kind"
      onChange={(event) => onChange(event.target.value)}
      value={value}
    >
      {!kinds.some((kind) => kind === value) && <option value={value}>{capitalize(value)}</option>}
      {kinds.map((kind) => (
        <option key={kind} value={kind}>
          {t.names[kind]}
        </option>
      ))}
    </SelectField>
  );
}

function capitalize(kind: string): string {
  return kind.slice(0, 1).toUpperCase() + kind.slice(1);
}
