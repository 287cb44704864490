// The control for the status of a lead, with undo.
import { SelectField } from '../../../ui/field.tsx';
import { SelectOptions } from '../../screen/select-options.tsx';
import { dismissErrorToasts } from '../../../ui/toast.tsx';
import { showError } from '../../screen/show-error.ts';
import { inboxTexts } from '../inbox-texts.ts';
import { useAnnounce } from '../announcer.tsx';
import { isLeadStatus, leadStatuses, leadStatusLabel, leadStatusOrNew } from '../../../lead/lead-status.ts';
import type { Lead } from '../read-leads-page.ts';
import { RichText } from '../../../texts/rich-text.tsx';
import { leadTitleId } from '../leads/list-position.tsx';
import styles from './lead-card.module.css';
import {
  clearFormerStatus,
  recordFormerStatus,
  useFormerStatus,
  useUpdateLeadColumn,
} from '../leads/update-lead-column.ts';

/** Changes any status to any other. */
export function StatusSelect({ lead }: { lead: Lead }) {
  const announce = useAnnounce();
  const status = leadStatusOrNew(lead.status);
  const form = `status-${lead.id}`;
  const change = useUpdateLeadColumn('status', inboxTexts.card.statusRefused, {
    onChanged({ from, to }) {
      recordFormerStatus(lead.id, from);
      dismissErrorToasts(form);
      announce(inboxTexts.changes.status(lead.name, leadStatusLabel(to)));
    },
    onFailed: (error) => showError(error, form, inboxTexts.toastFor(lead.name)),
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
      {!isLeadStatus(status) && <option value={status}>{leadStatusLabel(status)}</option>}
      <SelectOptions of={leadStatuses.map((option) => [option, leadStatusLabel(option)])} />
    </SelectField>
  );
}

/**
 * Explains why a card is still shown although it no longer matches, with undo of its status but not of a sent reply.
 */
export function FilterMismatchNotice({ lead }: { lead: Lead }) {
  const former = useFormerStatus(lead.id);
  const announce = useAnnounce();
  const status = leadStatusOrNew(lead.status);
  const form = `status-${lead.id}`;
  const undo = useUpdateLeadColumn('status', inboxTexts.card.statusRefused, {
    onChanged({ to }) {
      dismissErrorToasts(form);
      announce(inboxTexts.changes.status(lead.name, leadStatusLabel(to)));
    },
    onFailed(error, { from, to }) {
      recordFormerStatus(lead.id, to);
      showError(error, form, inboxTexts.toastFor(lead.name));
      announce(inboxTexts.changes.status(lead.name, leadStatusLabel(from)));
    },
  });

  if (former === undefined || former === status) {
    return lead.isKept ? <p className={styles.moved}>{inboxTexts.moved.noMatch}</p> : null;
  }
  if (!lead.isKept) return null;

  function undoChange(to: string): void {
    // the button disappears with the note
    document.querySelector<HTMLElement>(`#${leadTitleId(lead.id)}`)?.focus({ preventScroll: true });
    clearFormerStatus(lead.id);
    undo.mutate({ leadId: lead.id, from: status, to });
  }

  return (
    <p className={styles.moved}>
      <span>{inboxTexts.moved.movedTo(leadStatusLabel(status))}</span>
      <span aria-hidden="true"> · </span>
      <button className="link" onClick={() => undoChange(former)} type="button">
        <RichText text={inboxTexts.moved.undo(lead.name, leadStatusLabel(former))} />
      </button>
    </p>
  );
}
