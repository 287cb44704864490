import type { ReactNode } from 'react';
import { phoneLink } from '../../../contact/phone-number.ts';
import { contactFieldNames, leadFields, type LeadFieldName } from '../../../lead/lead-fields.ts';
import { leadTexts } from '../../../lead/lead-texts.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { Lead } from '../read-lead-page.ts';
import styles from './lead-card.module.css';

/** Breaks after its @ where it must, and only then within a word. */
function breakableEmail(email: string): ReactNode {
  const at = email.lastIndexOf('@') + 1;
  return (
    <>
      <span>{email.slice(0, at)}</span>
      <wbr />
      <span>{email.slice(at)}</span>
    </>
  );
}

function linkOf(name: LeadFieldName, value: string): string | null {
  const { format } = leadFields[name];
  if (format === 'email') return `mailto:${encodeURIComponent(value).replace('%40', '@')}`;
  return format === 'phone' ? phoneLink(value) : null;
}

/** A lead's own facts, as links where they can be dialled or written to; what is neither has its label, seen where it has no icon. */
export function LeadContact({ lead }: { lead: Lead }) {
  return (
    <ul className={styles.contact}>
      {contactFieldNames.map((name) => {
        const { icon, format } = leadFields[name];
        const value = lead[name];
        if (!value) return null;
        const link = linkOf(name, value);
        const text = format === 'email' ? breakableEmail(value) : value;
        return (
          <li key={name}>
            {icon && <Icon name={icon} />}
            {link === null && (
              <span className={icon ? 'sr-only' : undefined}>{`${leadTexts.fields[name].label}: `}</span>
            )}
            {link === null ? <span>{text}</span> : <a href={link}>{text}</a>}
          </li>
        );
      })}
    </ul>
  );
}
