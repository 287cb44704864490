// Defines the fields of the lead forms: limits, formats, required state; reads them from form data.
import type { IconName } from '../ui/icon-paths.ts';

export type LeadFormKind = 'contact' | 'proposal';

/** Prefix of the names under which the browser stores leads that have not arrived. */
export const unsentLeadKeyPrefix = 'unsent-lead:';

interface LeadField {
  /**
   * Whether the field must be filled in: in both forms, only in the contact form, or in neither. An empty value that
   * is not required is stored as null.
   */
  required: 'always' | 'contact' | 'never';
  /** In UTF-16 units, counted after trimming and with LF line ends, both in the browser and on the server. */
  maxLength: number;
  minLength?: number;
  format: 'text' | 'email' | 'phone' | 'long text';
  autoComplete?: string;
  /**
   * The icon before the value on the inbox card; null: the label is shown instead. Name and message have other
   * places.
   */
  icon: IconName | null;
}

/**
 * The fields that visitors fill in: columns of public.leads, in the order of the form. Rules, row, content hash, card
 * and CSV are derived from it; texts are in lead-texts.ts. To add a field, see CONTRIBUTING.md.
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

/** The typed values. */
export type LeadValues = Record<LeadFieldName, string>;
/** The checked values, as they are stored. */
export type CheckedLead = {
  [Name in LeadFieldName]: (typeof definition)[Name]['required'] extends 'always' ? string : string | null;
};

export interface LeadFieldProblem {
  field: LeadFieldName;
  /** the spec's message, for the toast */
  message: string;
  /** how to correct the value, for the field and the summary */
  instruction: string;
}

export function isLeadFieldRequired(name: LeadFieldName, kind: LeadFormKind): boolean {
  const { required } = leadFields[name];
  return required === 'always' || required === kind;
}

/** The fields of a submitted form; other entries are left out. */
export function readLeadValues(form: FormData | URLSearchParams): LeadValues {
  return Object.fromEntries(leadFieldNames.map((name) => [name, String(form.get(name) ?? '')])) as LeadValues;
}

/** Length as the limits count it, for the counter under the message. */
export function countTrimmedCharacters(text: string): number {
  return text.replaceAll(/\r\n?/g, '\n').trim().length;
}

/** Fields that are neither in the card's title nor in its thread. */
const shownOnCard = leadFieldNames.filter((name) => name !== 'name' && name !== 'message');

function isLink(name: LeadFieldName): boolean {
  return ['email', 'phone'].includes(leadFields[name].format);
}

/**
 * The facts of a lead in the order for staff: first those that can be mailed or dialled, then the others as in the
 * form.
 */
export const leadCardFieldNames = [
  ...shownOnCard.filter(isLink),
  ...shownOnCard.filter((name) => !isLink(name)),
];
