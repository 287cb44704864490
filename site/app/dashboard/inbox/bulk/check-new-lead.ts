import { readPhoneNumber } from '../../../contact/phone-number.ts';
import { checkLead } from '../../../lead/check-lead.ts';
import type { CheckedLead, LeadFieldName, LeadValues } from '../../../lead/lead-fields.ts';
import { addLeadTexts } from './add-lead-texts.ts';

export const channels = ['phone', 'in_person', 'other'] as const;

/** As typed. `came_at` is local time, as a field of the browser has it; `asked` is empty until it is answered. */
export interface NewLeadValues extends LeadValues {
  service: string;
  channel: (typeof channels)[number];
  came_at: string;
  asked: '' | 'yes' | 'no';
}

export interface NewLead {
  fields: Omit<CheckedLead, 'email'> & { email: string | null };
  service: string | null;
  channel: string;
  asked_for_contact: boolean;
  came_at: string;
}

export type NewLeadField = LeadFieldName | 'came_at' | 'asked';

const t = addLeadTexts.errors;
/** Where a visitor is told about "your" name or message. */
const ownErrors: Partial<Record<LeadFieldName, string>> = { name: t.name, message: t.message };
const yearMs = 365 * 86_400_000;
/** Stands in for an address that is not given, for the rules of a visitor's form, which requires one. */
const noAddress = 'nobody@example.com';

/** By the rules of a visitor's form, but for the address: a number is enough. The problems are in the form's order. */
export function checkNewLead(
  values: NewLeadValues,
  now = new Date(),
): { ok: true; lead: NewLead } | { ok: false; problems: Map<NewLeadField, string> } {
  const hasEmail = values.email.trim() !== '';
  const checked = checkLead('proposal', { ...values, email: hasEmail ? values.email : noAddress });
  const problems = new Map<NewLeadField, string>();
  if (!checked.ok)
    for (const { field, instruction } of checked.problems)
      problems.set(field, ownErrors[field] ?? instruction);
  if (!hasEmail && !readPhoneNumber(values.phone)) problems.set('email', t.contact);
  const age = now.getTime() - new Date(values.came_at).getTime();
  // a minute more than now: fields have no seconds, and clocks differ
  if (!(age >= -60_000 && age < yearMs)) problems.set('came_at', t.came_at);
  if (values.asked === '') problems.set('asked', t.asked);
  if (!checked.ok || problems.size > 0) return { ok: false, problems };
  const lead = {
    fields: { ...checked.lead, email: hasEmail ? checked.lead.email : null },
    service: values.service || null,
    channel: values.channel,
    asked_for_contact: values.asked === 'yes',
    came_at: new Date(values.came_at).toISOString(),
  };
  return { ok: true, lead };
}
