import { SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { allFields, type AgencyDraft } from './agency-draft.ts';
import { agencyFieldTexts } from './agency-field-texts.ts';
import { agencyScreenTexts } from './agency-screen-texts.ts';
import type { FieldName } from './agency-sections.ts';
import { controlId } from './find-agency-problems.ts';
import { LogoField } from './logo-field.tsx';

const optionTexts: Readonly<Record<string, string>> = {
  ...agencyScreenTexts.logo.grounds,
  ...agencyScreenTexts.holidayRegions,
  ...agencyScreenTexts.acknowledgement,
  ...agencyScreenTexts.reputationPromo,
};

/** For the editor's areas, whose contents scroll. */
const rows = { text: 3, markdown: 18, lines: 4, links: 3, dates: 3 } as const;

const inputs = {
  line: {},
  number: { inputMode: 'numeric' },
  phone: { type: 'tel' },
  dialled: { type: 'tel' },
  email: { type: 'email' },
} as const;

const zones = Intl.supportedValuesOf('timeZone');

interface AgencyFieldProps {
  name: Exclude<FieldName, 'openingHours'>;
  value: string;
  error: string | undefined;
  onChange: (part: Partial<AgencyDraft>) => void;
}

/** The control of a field, by its kind. */
export function AgencyField({ name, value, error, onChange }: AgencyFieldProps) {
  const field = allFields[name];
  const texts: { label: string; hint?: string } = agencyFieldTexts[name];
  const control = {
    id: controlId(name),
    name,
    label: texts.label,
    hint: texts.hint,
    error,
    value,
    optional: field.kind !== 'hours' && field.kind !== 'number' && !field.isRequired,
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  };
  if (field.kind === 'picture') {
    return (
      <LogoField
        error={error}
        hint={texts.hint}
        id={control.id}
        label={texts.label}
        onChange={(url, logoGround) =>
          onChange({ [name]: url, ...(name === 'logo' && logoGround && { logoGround }) })
        }
        value={value}
      />
    );
  }
  if (field.kind === 'choice') {
    return (
      <SelectField {...control}>
        {field.options.map((option) => (
          <option key={option} value={option}>
            {optionTexts[option]}
          </option>
        ))}
      </SelectField>
    );
  }
  if (field.kind === 'zone') {
    return (
      <SelectField {...control}>
        {(zones.includes(value) ? zones : [value, ...zones]).map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </SelectField>
    );
  }
  if (field.kind in rows) return <TextArea {...control} rows={rows[field.kind as keyof typeof rows]} />;
  return <TextField {...control} {...inputs[field.kind as keyof typeof inputs]} />;
}
