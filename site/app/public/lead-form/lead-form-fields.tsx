// The fields of a lead form.
import { useState, type ComponentProps } from 'react';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import styles from './lead-form.module.css';
import { leadFormTexts } from './lead-form-texts.ts';
import { hiddenFieldNames } from './hidden-field-names.ts';
import {
  countTrimmedCharacters,
  isLeadFieldRequired,
  leadFieldNames,
  leadFields,
  type LeadFieldName,
  type LeadFormKind,
  type LeadFieldProblem,
  type LeadValues,
} from '../../lead/lead-fields.ts';
import { leadTexts } from '../../lead/lead-texts.ts';
import { useAgency } from '../../agency/use-agency.ts';
import { consentWordingOf } from '../../lead/consent.ts';

export interface LeadFormFieldsProps {
  kind: LeadFormKind;
  id: string;
  /** if there is only one, its field is focused when the page is loaded */
  problems: readonly LeadFieldProblem[];
  /** the values of a post without scripts, which are kept when the page comes back with problems */
  values: LeadValues | null;
}

const inputAttributes: Record<string, Omit<ComponentProps<'input'>, 'name'>> = {
  email: { type: 'email', inputMode: 'email', spellCheck: false },
  phone: { type: 'tel' },
};

/** The fields of a lead. No maxlength and no native checks, because the same rules must apply everywhere (G-16). */
export function LeadFormFields({ kind, id, problems, values }: LeadFormFieldsProps) {
  const focused = problems.length === 1 ? problems[0]?.field : id === 'dialog' && leadFieldNames[0];
  return (
    <div className={styles.fields} data-kind={kind} ref={id === 'dialog' ? markFirstField : undefined}>
      {leadFieldNames.map((name) => {
        const { format, autoComplete } = leadFields[name];
        const { label, hint } = leadTexts.fields[name];
        const required = isLeadFieldRequired(name, kind);
        const common = {
          id: `${id}-${name}`,
          name,
          label,
          hint: hint?.[kind],
          defaultValue: values?.[name],
          error: problems.find(({ field }) => field === name)?.instruction,
          marked: required,
          optional: !required,
          required,
          autoComplete,
          autoFocus: name === focused,
        };
        return format === 'long text' ? (
          <LongTextField {...common} key={name} name={name} rows={required ? 6 : 3} />
        ) : (
          <TextField {...common} {...inputAttributes[format]} key={name} />
        );
      })}
      <input name={hiddenFieldNames.visit} type="hidden" />
      <Honeypot />
    </div>
  );
}

/** showModal() focuses the field with the attribute, which React sets only in the server's HTML. */
function markFirstField(fields: HTMLElement | null): void {
  fields?.querySelector('input')?.setAttribute('autofocus', '');
}

/** A text area with a counter of its length. */
function LongTextField(props: ComponentProps<typeof TextAreaField> & { name: LeadFieldName }) {
  const [length, setLength] = useState(countTrimmedCharacters(String(props.defaultValue ?? '')));
  return (
    <TextAreaField
      {...props}
      aside={
        <span className="figure">
          {leadFormTexts.length(
            length.toLocaleString('en-US'),
            leadFields[props.name].maxLength.toLocaleString('en-US'),
          )}
        </span>
      }
      className={styles.message}
      onChange={(event) => setLength(countTrimmedCharacters(event.target.value))}
    />
  );
}

/** Optional and never preselected, because the law requires active consent (CASL). */
export function MarketingConsentCheckbox({ id, isTicked }: { id: string; isTicked: boolean }) {
  const agency = useAgency();
  const { label, hint, version } = consentWordingOf(agency);
  const [beforePhone, ...afterPhone] = hint.split(agency.phone);
  const hintId = `${id}-consent-hint`;
  return (
    <div className={styles.consent}>
      <label className="check-field">
        <input
          aria-describedby={hintId}
          defaultChecked={isTicked}
          name={hiddenFieldNames.consent}
          type="checkbox"
          value={version}
        />
        <span>{label}</span>
      </label>
      <p id={hintId}>
        <span>{beforePhone}</span>
        {afterPhone.length > 0 && <span className="nowrap">{agency.phone}</span>}
        <span>{afterPhone.join(agency.phone)}</span>
      </p>
    </div>
  );
}

/** Not rendered, focusable, read out or known to autofill, so that only programs fill it in. */
export function Honeypot() {
  return (
    <div hidden>
      <label>
        {leadFormTexts.honeypot}
        <input autoComplete="off" name={hiddenFieldNames.honeypot} tabIndex={-1} type="text" />
      </label>
    </div>
  );
}
