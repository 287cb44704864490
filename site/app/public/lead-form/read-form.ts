import { hiddenFields } from './hidden-fields.ts';
import { readLeadValues, type LeadValues } from '../../lead/lead-fields.ts';

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export interface FormFields {
  values: LeadValues;
  scripted: boolean;
  key: string | null;
  honeypot: string;
  hint: string;
  visit: string;
  consent: string;
}

/** A submission of a lead form; unknown fields are left out. */
export function readFormFields(fields: URLSearchParams): FormFields {
  const key = fields.get(hiddenFields.key) ?? '';
  return {
    values: readLeadValues(fields),
    scripted: fields.get(hiddenFields.scripted) === 'yes',
    key: uuid.test(key) ? key.toLowerCase() : null,
    honeypot: fields.get(hiddenFields.honeypot) ?? '',
    hint: fields.get(hiddenFields.hint) ?? '',
    visit: fields.get(hiddenFields.visit) ?? '',
    consent: fields.get(hiddenFields.consent) ?? '',
  };
}
