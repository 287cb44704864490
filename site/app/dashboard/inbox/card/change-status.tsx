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
import { leadTitleId } from '../list/list-position.tsx';
import styles from './lead-card.module.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';
import { createStore } from '../../../ui/create-store.ts';
import { rolesQueryKey } from '../../../auth/session/roles.ts';
import { updateCachedLeads, leadListQueryKey, leadsQueryKey } from '../leads-cache.ts';

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
  const former = formerStatuses.usePart((statuses) => statuses[lead.id]);
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

interface LeadChange<Value> {
  leadId: string;
  from: Value;
  to: Value;
}

/** Changes one column of a lead. Optimistic; rolled back if the server rejects it. */
export function useUpdateLeadColumn<Column extends 'status' | 'assignee_id'>(
  column: Column,
  refusedText: string,
  callbacks: {
    onChanged: (change: LeadChange<Lead[Column]>) => void;
    onFailed: (error: Error, change: LeadChange<Lead[Column]>) => void;
  },
) {
  const queries = useQueryClient();
  const part = (value: Lead[Column]): Partial<Pick<Lead, 'status' | 'assignee_id'>> => ({ [column]: value });
  function show(leadId: string, value: Lead[Column]): void {
    updateCachedLeads(queries, (lead) => (lead.id === leadId ? { ...lead, ...part(value) } : lead));
  }
  return useMutation({
    async mutationFn({ leadId, to }: LeadChange<Lead[Column]>) {
      const { data } = await browserClient()
        .from('leads')
        .update(part(to))
        .eq('id', leadId)
        .select('id')
        .throwOnError();
      // If this account may not change the lead, a policy hides it, without an error.
      if (data.length === 0) throw new Error(refusedText);
    },
    onMutate: async ({ leadId, to }) => {
      await queries.cancelQueries({ queryKey: leadListQueryKey });
      show(leadId, to);
    },
    onSuccess: (_, change) => callbacks.onChanged(change),
    onError: (error, change) => {
      show(change.leadId, change.from);
      callbacks.onFailed(error, change);
      // The change may have failed because the role of the account has changed.
      void queries.invalidateQueries({ queryKey: rolesQueryKey });
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: leadsQueryKey });
    },
  });
}

/** By lead, the status before it was changed in this tab, for undo. Cleared when the filter changes. */
const formerStatuses = createStore<Readonly<Record<string, string>>>({});

/** After several changes, the first status is kept, because the filter showed that one. */
export function recordFormerStatus(leadId: string, status: string): void {
  formerStatuses.write({ [leadId]: status, ...formerStatuses.read() });
}

export function clearFormerStatus(leadId: string): void {
  const { [leadId]: _, ...others } = formerStatuses.read();
  formerStatuses.write(others);
}

export function clearFormerStatuses(): void {
  formerStatuses.write({});
}
