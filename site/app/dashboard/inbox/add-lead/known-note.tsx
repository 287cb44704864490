import { useState } from 'react';
import { useHref } from 'react-router';
import { RichText } from '../../../texts/rich-text.tsx';
import { personAddress } from '../person/person-address.ts';
import { addLeadTexts as t } from './add-lead-texts.ts';
import styles from './add-lead.module.css';

const dayMs = 86_400_000;

/** Says that this address or number has earlier requests. The link leaves what is typed where it is. */
export function KnownNote({
  known,
}: {
  known: { id: string; name: string; created_at: string; total: number };
}) {
  const [now] = useState(() => Date.now());
  const href = useHref(personAddress(known.id, known.id));
  const days = Math.max(0, Math.floor((now - Date.parse(known.created_at)) / dayMs));
  return (
    <span className={styles.known}>
      <span>{t.known(known.name, days, known.total)}</span>{' '}
      <a className="link" href={href} rel="noreferrer" target="_blank">
        <RichText text={t.openKnown} />
      </a>
    </span>
  );
}
