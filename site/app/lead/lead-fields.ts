// Defines the fields of the lead forms: limits, formats, required state; reads them from form data.
import type { IconName } from '../ui/icons.ts';

/** Which lead form. */
export type LeadFormKind = 'contact' | 'proposal';

interface LeadField {
  /** Of both forms, of the contact form alone, or of none. An empty value that is not required is stored as null. */
  required: 'always' | 'contact' | 'never';
  /** In UTF-16 units, counted after trimming and with LF line ends, in the browser as on the server. */
  maxLength: number;
  minLength?: number;
  format: 'text' | 'email' | 'phone' | 'long text';
  autoComplete?: string;
  /** Before the value on the card of the inbox, where name and message have other places; null: its label is. */
  icon: IconName | null;
}

/**
 * What a visitor says of themselves: the columns of public.leads that a form fills, in the order of the form. Rules,
 * row, content hash, card and CSV follow from it, texts stand in lead-texts.ts. CONTRIBUTING.md: how to add a field.
 */
const definition = {
  name: {
    required: 'always',
    minLength: 2,
    maxLength: 100,
    format: 'text',
    autoComplete: 'name',
    icon: null,
  },
  email: { required: 'always', maxLength: 255, format: 'email', autoComplete: 'email', icon: 'mail' },
  company: {
    required: 'never',
    maxLength: 200,
    format: 'text',
    autoComplete: 'organization',
    icon: 'building',
  },
  phone: { required: 'never', maxLength: 20, format: 'phone', autoComplete: 'tel', icon: 'phone' },
  message: { required: 'contact', maxLength: 2000, format: 'long text', icon: null },
} as const satisfies Record<string, LeadField>;

export type LeadFieldName = keyof typeof definition;
export const leadFields: Readonly<Record<LeadFieldName, LeadField>> = definition;
export const leadFieldNames = Object.keys(definition) as LeadFieldName[];

/** What a visitor typed. */
export type LeadValues = Record<LeadFieldName, string>;
/** The checked values, as they are stored. */
export type CheckedLead = {
  [Name in LeadFieldName]: (typeof definition)[Name]['required'] extends 'always' ? string : string | null;
};

export interface LeadProblem {
  field: LeadFieldName;
  /** the spec's message, for the toast */
  message: string;
  /** how to correct the value, for the field and the summary */
  instruction: string;
}

export function isRequired(name: LeadFieldName, kind: LeadFormKind): boolean {
  const { required } = leadFields[name];
  return required === 'always' || required === kind;
}

/** The fields of a sent or submitted form; anything else in it is left out. */
export function readLeadValues(form: FormData | URLSearchParams): LeadValues {
  return Object.fromEntries(leadFieldNames.map((name) => [name, String(form.get(name) ?? '')])) as LeadValues;
}

/** Length as the limits count it, for the counter under the message. */
export function countCharacters(text: string): number {
  return text.replaceAll(/\r\n?/g, '\n').trim().length;
}

/** What is not the card's title, nor in its thread. */
const shownOnCard = leadFieldNames.filter((name) => name !== 'name' && name !== 'message');

function isLink(name: LeadFieldName): boolean {
  return ['email', 'phone'].includes(leadFields[name].format);
}

/** How staff read a lead's facts: first what can be written to or dialled, then the rest as in the form. */
export const contactFieldNames = [
  ...shownOnCard.filter(isLink),
  ...shownOnCard.filter((name) => !isLink(name)),
];
