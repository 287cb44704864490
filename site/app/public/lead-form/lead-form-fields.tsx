import { useState } from 'react';
import { TextArea, TextField } from '../../ui/field.tsx';
import { formFields } from './form-fields.ts';
import {
  countedLength,
  limits,
  type LeadField,
  type LeadKind,
  type LeadProblem,
  type LeadValues,
} from '../../lead/lead-fields.ts';

export interface LeadFormFieldsProps {
  kind: LeadKind;
  id: string;
  problems: readonly LeadProblem[];
  /** what a post without scripts held; kept when the page comes back with problems */
  values: LeadValues | null;
}

/** The five fields. No maxlength and no native checks: the same rules everywhere (acceptance G-16). */
export function LeadFormFields({ kind, id, problems, values }: LeadFormFieldsProps) {
  const [length, setLength] = useState(countedLength(values?.message ?? ''));
  // a dialog gives its focus to the first field, not to its close button
  const isFirstFocus = id === 'dialog';
  const isMessageRequired = kind === 'contact';

  function common(field: LeadField) {
    const problem = problems.find((candidate) => candidate.field === field);
    return {
      id: `${id}-${field}`,
      name: field,
      defaultValue: values?.[field],
      error: problem?.instruction,
    };
  }

  return (
    <div className="lead-form-fields" data-kind={kind}>
      <TextField
        {...common('name')}
        autoComplete="name"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- where showModal() puts the focus; nothing happens on page load
        autoFocus={isFirstFocus}
        label="Name"
        marked
        required
      />
      <TextField
        {...common('email')}
        autoComplete="email"
        inputMode="email"
        label="Email"
        marked
        required
        spellCheck={false}
        type="email"
      />
      <TextField {...common('company')} autoComplete="organization" label="Company" optional />
      <TextField {...common('phone')} autoComplete="tel" label="Phone" optional type="tel" />
      <TextArea
        {...common('message')}
        aside={
          <span className="figure">
            {`${length.toLocaleString('en-US')} / ${limits.message.toLocaleString('en-US')}`}
          </span>
        }
        className="lead-form-message"
        hint={isMessageRequired ? 'Write in English or French.' : 'A line or two is plenty.'}
        label="Message"
        marked={isMessageRequired}
        onChange={(event) => setLength(countedLength(event.target.value))}
        optional={!isMessageRequired}
        required={isMessageRequired}
        rows={isMessageRequired ? 6 : 3}
      />
      {/* Not drawn, not focusable, not read out, not known to autofill: only what fills in everything fills this in. */}
      <div hidden>
        <label>
          Topic
          <input autoComplete="off" name={formFields.trap} tabIndex={-1} type="text" />
        </label>
      </div>
    </div>
  );
}
