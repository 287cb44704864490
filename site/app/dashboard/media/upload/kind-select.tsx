import { SelectField } from '../../../ui/field.tsx';

const kinds = {
  service: ['image', 'hero'],
  app: ['screenshot', 'logo'],
} as const;

/** The kind that is selected at first. */
export function defaultKind(source: 'service' | 'app'): string {
  return kinds[source][0];
}

export interface KindSelectProps {
  id: string;
  source: 'service' | 'app';
  value: string;
  disabled?: boolean;
  onChange: (kind: string) => void;
}

function labelOf(kind: string): string {
  return kind.slice(0, 1).toUpperCase() + kind.slice(1);
}

/** Selects a picture's kind; an unknown one that is stored stays selectable. */
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
      {!known.includes(value) && <option value={value}>{labelOf(value)}</option>}
      {known.map((kind) => (
        <option key={kind} value={kind}>
          {labelOf(kind)}
        </option>
      ))}
    </SelectField>
  );
}
