import { useEffect, useRef } from 'react';
import { useWrite } from '../../../data/use-write.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadMore } from '../../screen/load-more.tsx';
import { showError } from '../../screen/show-error.ts';
import { classNames } from '../../../ui/class-names.ts';
import { toastSuccess } from '../../../ui/toast.tsx';
import { inboxTexts } from '../inbox-texts.ts';
import { leadsKey } from '../leads-key.ts';
import { LeadTime } from '../lead-time.tsx';
import { ScrollAnchor } from '../position/scroll-anchor.tsx';
import { restoreLead, useQuarantinedLeads, type QuarantinedLead } from './use-quarantined-leads.ts';
import screenStyles from '../../screen/screen.module.css';
import styles from './quarantined-leads.module.css';

const t = inboxTexts.quarantine;

const none: QuarantinedLead[] = [];

function QuarantinedEntry({ lead, onRestored }: { lead: QuarantinedLead; onRestored: () => void }) {
  const form = `quarantined-${lead.id}`;
  const restore = useWrite(restoreLead, leadsKey, {
    waits: true,
    onSuccess() {
      onRestored();
      toastSuccess({ title: t.restored, form });
    },
    onError: (error) => showError(error, form),
  });

  return (
    <li className={styles.entry}>
      <div className={styles.words}>
        <p className={styles.head}>
          <strong>{lead.name}</strong>
          <span>{lead.email}</span>
          <LeadTime timestamp={lead.created_at} withTime />
        </p>
        <p className="pre-wrap">{lead.message || inboxTexts.noMessage}</p>
        {lead.score_reasons.length > 0 && (
          <p className="small muted">{t.reasons(lead.score_reasons.join(', '))}</p>
        )}
      </div>
      <Button
        aria-label={t.restoreLabel(lead.name)}
        busy={restore.isPending}
        onClick={() => restore.mutate(lead.id)}
        variant="secondary"
      >
        {t.restore}
      </Button>
    </li>
  );
}

/** Possible spam, closed at first; nothing while there is none. */
export function QuarantinedLeads() {
  const query = useQuarantinedLeads();
  const leads = query.data?.pages.flatMap(({ items }) => items) ?? none;
  const summary = useRef<HTMLElement>(null);
  const movedId = useRef('');

  // The focused button disappears with its entry.
  useEffect(() => {
    if (movedId.current === '' || leads.some(({ id }) => id === movedId.current)) return;
    movedId.current = '';
    if (document.activeElement !== document.body) return;
    const next = summary.current ?? document.querySelector<HTMLElement>('main h1');
    next?.focus({ preventScroll: true });
  }, [leads]);

  return (
    <ScrollAnchor view="held">
      {leads.length > 0 && (
        <details className={classNames(styles.held, screenStyles.panel)}>
          <summary className="harbour font-bold min-h-44" ref={summary}>
            {t.summary(leads.length, query.hasNextPage)}
          </summary>
          <ul className="dense">
            {leads.map((lead) => (
              <QuarantinedEntry key={lead.id} lead={lead} onRestored={() => (movedId.current = lead.id)} />
            ))}
          </ul>
          <LoadMore pages={query} what={t.what} />
        </details>
      )}
    </ScrollAnchor>
  );
}
