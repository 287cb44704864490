import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import { InboxKeys } from '../keys/inbox-keys.tsx';
import type { Lead } from '../read-lead-page.ts';
import { PersonTimeline } from './person-timeline.tsx';
import { relatedLeadsTexts as t } from './related-leads-texts.ts';
import styles from './person.module.css';

/** Moves the focus once for each visit by a link: to the card that the hash names, or to the heading. */
function useArrival(leads: readonly Lead[]) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key, hash } = useLocation();
  const isByLink = useNavigationType() === 'PUSH';
  const arrived = useRef('');
  useEffect(() => {
    if (leads.length === 0 || arrived.current === key) return;
    arrived.current = key;
    const card = hash === '' ? null : document.querySelector<HTMLElement>(`#${CSS.escape(hash.slice(1))}`);
    if (card) card.focus();
    else if (isByLink) heading.current?.focus();
  }, [leads, key, hash, isByLink]);
  return heading;
}

/** In place of the toolbar, where the list shows the requests of one person alone. */
export default function PersonView({
  leads,
  hasMore,
  onLeave,
}: {
  leads: readonly Lead[];
  hasMore: boolean;
  onLeave: () => void;
}) {
  const heading = useArrival(leads);
  const [newest] = leads;
  return (
    <section aria-labelledby="person-title" className={styles.person}>
      <div className="row flex-wrap justify-between gap-8-20">
        <div>
          <h2 className="text-20 leading-13" id="person-title" ref={heading} tabIndex={-1}>
            {newest ? t.title(newest.name) : t.titleLoading}
          </h2>
          <p className="muted">{t.basis}</p>
        </div>
        <div className="row gap-8">
          <Button icon="arrow-left" onClick={onLeave} variant="secondary">
            {t.back}
          </Button>
          <InboxKeys />
        </div>
      </div>
      {newest && <PersonTimeline hasMore={hasMore} leads={leads} />}
    </section>
  );
}
