import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { LoadMore } from '../../screen/load-more.tsx';
import { toast } from '../../../ui/toast.tsx';
import { LeadTime } from '../lead-time.tsx';
import { ScrollAnchor } from '../position/scroll-anchor.tsx';
import { useQuarantinedLeads, type QuarantinedLead } from './use-quarantined-leads.ts';
import { useRestoreLead } from './use-restore-lead.ts';
import { errorMessage } from '../../../ui/error-message.ts';
import './quarantined-leads.css';

const none: QuarantinedLead[] = [];

function describeQuarantined(count: number, hasMore: boolean): string {
  const number = hasMore ? `More than ${count}` : String(count);
  return `${number} possible spam ${count === 1 ? 'message' : 'messages'}`;
}

function QuarantinedEntry({ lead, onRestored }: { lead: QuarantinedLead; onRestored: () => void }) {
  const form = `quarantined-${lead.id}`;
  const restore = useRestoreLead({
    onRestored: () => {
      onRestored();
      toast({ title: 'Moved to the inbox', variant: 'success', form });
    },
    onFailed: (error) =>
      toast({ title: 'Error', description: errorMessage(error), variant: 'destructive', form }),
  });

  return (
    <li className="held-entry">
      <div className="held-words">
        <p className="held-head">
          <strong>{lead.name}</strong>
          <span>{lead.email}</span>
          <LeadTime timestamp={lead.created_at} withTime />
        </p>
        <p className="held-text">{lead.message || 'No message was included.'}</p>
        {lead.score_reasons.length > 0 && <p className="held-why">Why: {lead.score_reasons.join(', ')}</p>}
      </div>
      <Button
        aria-label={`Move to inbox: ${lead.name}`}
        busy={restore.isPending}
        onClick={() => restore.mutate(lead.id)}
        size="dashboard"
        variant="secondary"
      >
        Move to inbox
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
        <details className="held panel">
          <summary ref={summary}>{describeQuarantined(leads.length, query.hasNextPage)}</summary>
          <ul className="dense">
            {leads.map((lead) => (
              <QuarantinedEntry key={lead.id} lead={lead} onRestored={() => (movedId.current = lead.id)} />
            ))}
          </ul>
          <LoadMore pages={query} what="held messages" />
        </details>
      )}
    </ScrollAnchor>
  );
}
