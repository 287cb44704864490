import { useQuery } from '@tanstack/react-query';
import type { ChangeEvent, ReactNode } from 'react';
import { browserClient } from '../../../data/browser-client.ts';
import { leadFieldNames, leadFields, type LeadFieldName } from '../../../lead/lead-fields.ts';
import { leadTexts } from '../../../lead/lead-texts.ts';
import { SelectField, TextArea, TextField } from '../../../ui/field.tsx';
import { addLeadTexts as t } from './add-lead-texts.ts';
import { channels, type NewLeadField, type NewLeadValues } from './check-new-lead.ts';
import { localNow } from './local-now.ts';
import styles from './add-lead.module.css';

async function readServices() {
  const { data } = await browserClient()
    .from('services')
    .select('id, name')
    .eq('is_published', true)
    .order('name')
    .limit(500)
    .throwOnError();
  return data;
}

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

/** Those that the dialog has no place of its own for. */
const furtherFields = leadFieldNames.filter(
  (name) => !['name', 'email', 'phone', 'company', 'message'].includes(name),
);

interface FieldsProps {
  values: NewLeadValues;
  problems: ReadonlyMap<NewLeadField, string>;
  onChange: (part: Partial<NewLeadValues>) => void;
  /** a field of an address or a number was left */
  onLeaveContact: () => void;
  /** under the address and the number */
  children: ReactNode;
}

/** What a colleague notes of a call or a meeting. */
export function AddLeadFields({ values, problems, onChange, onLeaveContact, children }: FieldsProps) {
  const { data: services = [] } = useQuery({ queryKey: ['services', 'names'], queryFn: readServices });
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
      <div className={styles.pair}>
        <TextField {...field('company')} maxLength={leadFields.company.maxLength} optional />
        <SelectField {...field('service')}>
          <option value="">{t.noService}</option>
          {services.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      {furtherFields.map((name) => (
        <TextField {...field(name)} key={name} maxLength={leadFields[name].maxLength} optional />
      ))}
      <TextArea
        {...field('message')}
        hint={t.messageHint}
        maxLength={leadFields.message.maxLength}
        optional
        rows={3}
      />
      <div className={styles.pair}>
        <SelectField {...field('channel')}>
          {channels.map((channel) => (
            <option key={channel} value={channel}>
              {t.channels[channel]}
            </option>
          ))}
        </SelectField>
        <TextField {...field('came_at')} max={localNow()} type="datetime-local" />
      </div>
      <SelectField {...field('asked')} hint={t.askedHint} marked required>
        <option value="">{t.choose}</option>
        <option value="yes">{t.askedYes}</option>
        <option value="no">{t.askedNo}</option>
      </SelectField>
    </>
  );
}
