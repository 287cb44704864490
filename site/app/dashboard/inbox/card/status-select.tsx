import { SelectField } from '../../../ui/field.tsx';
import { dismissErrors } from '../../../ui/toast.tsx';
import { showError } from '../../screen/show-error.ts';
import { inboxTexts } from '../inbox-texts.ts';
import { useAnnounce } from '../announcer.tsx';
import { useChangeStatus } from './use-change-status.ts';
import { recordFormerStatus } from './former-status.ts';
import { isLeadStatus, leadStatuses, statusLabel, statusOrNew } from '../../../lead/lead-status.ts';
import type { Lead } from '../read-lead-page.ts';

/** Any status to any other. */
export function StatusSelect({ lead }: { lead: Lead }) {
  const announce = useAnnounce();
  const status = statusOrNew(lead.status);
  const form = `status-${lead.id}`;
  const change = useChangeStatus({
    onChanged({ from, to }) {
      recordFormerStatus(lead.id, from);
      dismissErrors(form);
      announce(inboxTexts.changes.status(lead.name, statusLabel(to)));
    },
    onFailed: (error) => showError(error, form),
  });

  function choose(value: string): void {
    if (isLeadStatus(value)) change.mutate({ leadId: lead.id, from: status, to: value });
  }

  return (
    <SelectField
      hidesLabel
      label={inboxTexts.card.statusLabel(lead.name)}
      name="status"
      onChange={(event) => choose(event.target.value)}
      value={status}
    >
      {!isLeadStatus(status) && <option value={status}>{statusLabel(status)}</option>}
      {leadStatuses.map((option) => (
        <option key={option} value={option}>
          {statusLabel(option)}
        </option>
      ))}
    </SelectField>
  );
}
