// The list of quarantined leads (possible spam): reads them by page, restores one.
import { callDatabaseFunction } from '../../../data/call-database-function.ts';
import { useEffect, useRef } from 'react';
import { useWriteMutation } from '../../screen/use-write-mutation.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { LoadMoreButton } from '../../screen/load-more-button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { inboxTexts as t } from '../inbox-texts.ts';
import { leadsQueryKey } from '../leads-cache.ts';
import { MutedTime } from '../../screen/shown-times.tsx';
import { ScrollAnchor } from '../leads/list-position.tsx';
import screenStyles from '../../screen/screen.module.css';
import styles from './quarantined-leads.module.css';
import { browserClient } from '../../../data/browser-client.ts';
import type { KeysetCursor } from '../../../data/keyset-cursor.ts';
import { readPageNewestFirst, usePagedQuery } from '../../../data/read-newest.ts';
import { useIsInboxFetchEnabled } from '../live/use-live-inbox.ts';

const none: QuarantinedLead[] = [];

function QuarantinedEntry({ lead, onRestored }: { lead: QuarantinedLead; onRestored: () => void }) {
  const restore = useWriteMutation(restoreLead, leadsQueryKey, {
    waits: true,
    form: `quarantined-${lead.id}`,
    about: t.toastFor(lead.name),
    done: t.quarantine.restored,
    onSuccess: onRestored,
  });

  return (
    <li className={styles.entry}>
      <div className={styles.words}>
        <p className={styles.head}>
          <strong>
            <bdi>{lead.name}</bdi>
          </strong>
          <span>{lead.email}</span>
          <MutedTime timestamp={lead.created_at} withTime />
        </p>
        <p className="pre-wrap" dir="auto">
          {lead.message || t.noMessage}
        </p>
        {lead.score_reasons.length > 0 && (
          <p className="small muted">{t.quarantine.reasons(lead.score_reasons.join(', '))}</p>
        )}
      </div>
      <Button
        aria-label={t.quarantine.restoreLabel(lead.name)}
        busy={restore.isPending}
        onClick={() => restore.mutate(lead.id)}
        variant="secondary"
      >
        {t.quarantine.restore}
      </Button>
    </li>
  );
}

/** Possible spam, collapsed at first; nothing if there is none. */
export function QuarantinedLeads() {
  const query = usePagedQuery(quarantineKey, readQuarantinedLeads, {
    enabled: useIsInboxFetchEnabled(),
  });
  const leads = query.data ?? none;
  const summary = useRef<HTMLElement>(null);
  const movedId = useRef('');

  // The focused button is removed with its entry.
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
        <details className={classNames(styles.held, screenStyles.panel, screenStyles.disclosure)}>
          <summary ref={summary}>
            <span>{t.quarantine.summary(leads.length, query.hasNextPage)}</span>
            <Icon name="chevron-down" />
          </summary>
          <ul className="dense">
            {leads.map((lead) => (
              <QuarantinedEntry key={lead.id} lead={lead} onRestored={() => (movedId.current = lead.id)} />
            ))}
          </ul>
          <LoadMoreButton pages={query} what={t.quarantine.what} />
        </details>
      )}
    </ScrollAnchor>
  );
}

const leadsPerPage = 50;

const quarantineKey = [...leadsQueryKey, 'quarantine'];

/** Leads that the database classified as possible spam (docs/decisions/0009), newest first, page by page. */
function readQuarantinedLeads(after: KeysetCursor | null) {
  const leads = browserClient()
    .from('quarantined_leads')
    .select('id, name, email, message, created_at, score_reasons');
  return readPageNewestFirst(leads, leadsPerPage, after);
}

type QuarantinedLead = Awaited<ReturnType<typeof readQuarantinedLeads>>['items'][number];

/** Moves a quarantined lead to the inbox; its id and time stay the same. */
const restoreLead = (leadId: string) => callDatabaseFunction('restore_quarantined_lead', { lead_id: leadId });
