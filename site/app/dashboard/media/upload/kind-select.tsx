import { SelectField } from '../../../ui/field.tsx';

const kinds = {
  service: ['image', 'hero'],
  app: ['screenshot', 'logo'],
} as const;

/** What a picture of a service or app is, unless somebody says otherwise. */
export function usualKind(source: 'service' | 'app'): string {
  return kinds[source][0];
}

export interface KindSelectProps {
  id: string;
  source: 'service' | 'app';
  value: string;
  disabled?: boolean;
  onChange: (kind: string) => void;
}

function words(kind: string): string {
  return kind.slice(0, 1).toUpperCase() + kind.slice(1);
}

/** What a picture is; a kind that somebody wrote by other means stays to be chosen. */
export function KindSelect({ id, source, value, disabled = false, onChange }: KindSelectProps) {
  const known: readonly string[] = kinds[source];
  return (
    <SelectField
      disabled={disabled}
      hint={source === 'app' ? "Screenshots appear on the app's page." : undefined}
      id={id}
      label="Kind"
      name="kind"
      onChange={(event) => onChange(event.target.value)}
      value={value}
    >
      {!known.includes(value) && <option value={value}>{words(value)}</option>}
      {known.map((kind) => (
        <option key={kind} value={kind}>
          {words(kind)}
        </option>
      ))}
    </SelectField>
  );
}
