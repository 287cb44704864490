import { useId } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast.tsx';
import { useAnnounce } from './announcer.tsx';
import { useChangeStatus } from './change-status.ts';
import { isLeadStatus, leadStatuses, statusLabel, statusOrNew } from './lead-status.ts';
import type { Lead } from './read-lead-page.ts';

/** Any status to any other. Shown at once, taken back with a word when the server refuses. */
export function StatusSelect({ lead }: { lead: Lead }) {
  const id = useId();
  const announce = useAnnounce();
  const status = statusOrNew(lead.status);
  const change = useChangeStatus({
    onChanged: ({ to }) => announce(`Status of ${lead.name}: ${statusLabel(to)}`),
    onFailed: (error) => toast({ title: 'Error', description: error.message, variant: 'destructive' }),
  });

  function choose(value: string): void {
    if (isLeadStatus(value)) change.mutate({ leadId: lead.id, from: status, to: value });
  }

  return (
    <div>
      <label className="sr-only" htmlFor={id}>
        Status for {lead.name}
      </label>
      <span className="select">
        <select className="input" id={id} onChange={(event) => choose(event.target.value)} value={status}>
          {!isLeadStatus(status) && <option value={status}>{statusLabel(status)}</option>}
          {leadStatuses.map((option) => (
            <option key={option} value={option}>
              {statusLabel(option)}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" />
      </span>
    </div>
  );
}
