// The fields of a lead that a colleague adds, with the validation of their values.
import { dayLabel } from '../../screen/screen-texts.ts';
import { useAgency } from '../../../agency/use-agency.ts';
import { timestampOfWallClock, wallClockOf } from '../../screen/zoned-time.ts';
import type { ChangeEvent, ReactNode } from 'react';
import {
  leadFieldNames,
  leadFields,
  type LeadFieldName,
  type CheckedLead,
  type LeadValues,
} from '../../../lead/lead-fields.ts';
import { leadTexts } from '../../../lead/lead-texts.ts';
import { SelectField, TextAreaField, TextField } from '../../../ui/field.tsx';
import { SelectOptions } from '../../screen/select-options.tsx';
import { addLeadTexts as t } from './add-lead-texts.ts';
import styles from './add-lead.module.css';
import { parsePhoneNumber } from '../../../contact/phone-number.ts';
import { checkLead } from '../../../lead/check-lead.ts';
import { useServices } from '../../content/categories/use-categories.ts';

const labels: Record<keyof NewLeadValues, string> = {
  ...(Object.fromEntries(leadFieldNames.map((name) => [name, leadTexts.fields[name].label])) as Record<
    LeadFieldName,
    string
  >),
  message: t.message,
  service: t.service,
  channel: t.channel,
  came_at: t.cameAt,
  asked: t.asked,
};

/** Fields that the dialog does not place itself. */
const furtherFields = leadFieldNames.filter(
  (name) => !['name', 'email', 'phone', 'company', 'message'].includes(name),
);

export type NewLeadField = LeadFieldName | 'came_at' | 'asked';

interface AddLeadFieldsProps {
  values: NewLeadValues;
  problems: ReadonlyMap<NewLeadField, string>;
  onChange: (part: Partial<NewLeadValues>) => void;
  /** called when a field for an address or a number loses the focus */
  onLeaveContact: () => void;
  /** shown below the address and the number */
  children: ReactNode;
}

/** The facts of a call or a meeting. */
export function NewLeadFields({ values, problems, onChange, onLeaveContact, children }: AddLeadFieldsProps) {
  const { data: services = [] } = useServices();
  const { timeZone } = useAgency();
  const field = <Name extends keyof NewLeadValues>(name: Name) => ({
    name,
    error: problems.get(name as NewLeadField),
    label: labels[name],
    value: values[name],
    autoComplete: 'off',
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      onChange({ [name]: event.target.value }),
  });
  return (
    <>
      <TextField {...field('name')} marked maxLength={leadFields.name.maxLength} required />
      <div>
        <div className={styles.pair}>
          <TextField
            {...field('email')}
            hint={t.contactHint}
            maxLength={leadFields.email.maxLength}
            onBlur={onLeaveContact}
            type="email"
          />
          <TextField
            {...field('phone')}
            maxLength={leadFields.phone.maxLength}
            onBlur={onLeaveContact}
            type="tel"
          />
        </div>
        {children}
      </div>
      <div className={styles.pair}>
        <TextField {...field('company')} maxLength={leadFields.company.maxLength} optional />
        <SelectField {...field('service')}>
          <option value="">{t.noService}</option>
          <SelectOptions
            of={services.filter((service) => service.is_published).map(({ id, name }) => [id, name])}
          />
        </SelectField>
      </div>
      {furtherFields.map((name) => (
        <TextField {...field(name)} key={name} maxLength={leadFields[name].maxLength} optional />
      ))}
      <TextAreaField
        {...field('message')}
        hint={t.messageHint}
        maxLength={leadFields.message.maxLength}
        optional
        rows={3}
      />
      <div className={styles.pair}>
        <SelectField {...field('channel')}>
          <SelectOptions of={channels.map((channel) => [channel, t.channels[channel]])} />
        </SelectField>
        <TextField
          {...field('came_at')}
          label={dayLabel(labels.came_at, timeZone)}
          max={nowForDateTimeField(timeZone)}
          type="datetime-local"
        />
      </div>
      <SelectField {...field('asked')} hint={t.askedHint} marked required>
        <option value="">{t.choose}</option>
        <option value="yes">{t.askedYes}</option>
        <option value="no">{t.askedNo}</option>
      </SelectField>
    </>
  );
}

const channels = ['phone', 'in_person', 'other'] as const;

/** As typed. `came_at` is the time in the agency's zone, in the format of a datetime-local field; `asked` is empty until it is chosen. */
export interface NewLeadValues extends LeadValues {
  service: string;
  channel: (typeof channels)[number];
  came_at: string;
  asked: '' | 'yes' | 'no';
}

export interface StaffEnteredLead {
  fields: Omit<CheckedLead, 'email'> & { email: string | null };
  service: string | null;
  channel: string;
  asked_for_contact: boolean;
  came_at: string;
}

const errors = t.errors;
/** Replacements for errors that address the visitor ("your name", "your message"). */
const ownErrors: Partial<Record<LeadFieldName, string>> = {
  name: errors.name,
  message: errors.message,
};
const yearMs = 365 * 86_400_000;
/** The rules of the visitors' form require an address; this one replaces a missing one for the check. */
const noAddress = 'nobody@example.com';

/**
 * Applies the rules of the visitors' form, except that a phone number without an address is enough. Problems are in
 * the order of the form.
 */
export function checkNewLead(
  values: NewLeadValues,
  timeZone: string,
  now = new Date(),
): { ok: true; lead: StaffEnteredLead } | { ok: false; problems: Map<NewLeadField, string> } {
  const hasEmail = values.email.trim() !== '';
  const checked = checkLead('proposal', { ...values, email: hasEmail ? values.email : noAddress });
  const problems = new Map<NewLeadField, string>();
  if (!checked.ok)
    for (const { field, instruction } of checked.problems)
      problems.set(field, ownErrors[field] ?? instruction);
  if (!hasEmail && !parsePhoneNumber(values.phone)) problems.set('email', errors.contact);
  const [day = '', time = ''] = values.came_at.split('T');
  const cameAt = day === '' ? null : timestampOfWallClock({ day, time }, timeZone);
  const age = cameAt === null ? NaN : now.getTime() - Date.parse(cameAt);
  // one minute of tolerance: fields have no seconds, and clocks differ
  if (!(age >= -60_000 && age < yearMs)) problems.set('came_at', errors.came_at);
  if (values.asked === '') problems.set('asked', errors.asked);
  if (!checked.ok || cameAt === null || problems.size > 0) return { ok: false, problems };
  const lead = {
    fields: { ...checked.lead, email: hasEmail ? checked.lead.email : null },
    service: values.service || null,
    channel: values.channel,
    asked_for_contact: values.asked === 'yes',
    came_at: cameAt,
  };
  return { ok: true, lead };
}

/** The present minute in a zone, in the format of a datetime-local field: "2026-11-23T09:30". */
export function nowForDateTimeField(timeZone: string): string {
  const { day, time } = wallClockOf(new Date().toISOString(), timeZone);
  return `${day}T${time}`;
}
