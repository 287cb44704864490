import { useEffect, useRef } from 'react';
import screenStyles from '../screen/screen.module.css';
import { personTexts } from './person-texts.ts';
import type { Erased } from './read-person.ts';

const t = personTexts.done;

/** What went, and what is beyond our reach. */
export function ErasedPerson({ erased }: { erased: Erased }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { customers, team, published } = erased.remains;
  return (
    <>
      <h3 ref={heading} tabIndex={-1}>
        {t.title}
      </h3>
      <ul className={screenStyles.consequences}>
        <li>{t.leads(erased.leads)}</li>
        <li>{t.messages(erased.messages)}</li>
        <li>{t.mentions(erased.mentions)}</li>
      </ul>
      <h3>{t.remains}</h3>
      <ul className={screenStyles.consequences}>
        {customers.length > 0 && <li>{t.customers(customers.join(', '))}</li>}
        {team.length > 0 && <li>{t.team(team.join(', '))}</li>}
        {published.length > 0 && (
          <li>{t.published(published.map((found) => found.table_name.replace('public.', '')).join(', '))}</li>
        )}
        <li>{t.drafts}</li>
        <li>{t.register}</li>
        <li>{t.backups}</li>
      </ul>
    </>
  );
}
